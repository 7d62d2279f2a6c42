// crowd_support.c - agents on their way to one goal.
#include "crowd_support.h"

static void open_field(nav_test_scene *s, nav_point goal,
                       nav_field_options options)
{
    nav_error error;
    ck_assert_msg(nav_field_new(s->query, &goal, 1, &options, &s->field,
                                &error) == NAV_OK,
                  "%s", error.message);
}

nav_test_scene nav_test_open_scene(nav_mesh *mesh, nav_vec2 goal, double cell,
                                   nav_field_method method)
{
    nav_test_scene s = {.mesh = mesh, .goal = goal};
    ck_assert_int_eq(nav_query_new(mesh, NULL, &s.query), NAV_OK);
    open_field(&s, (nav_point){.plan = goal},
               (nav_field_options){.cell = cell, .method = method});
    return s;
}

nav_test_scene nav_test_open_scene_on(nav_test_floors f, nav_point goal,
                                      double cell)
{
    nav_test_scene s = {.mesh = f.mesh, .query = f.query, .goal = goal.plan};
    open_field(&s, goal, (nav_field_options){.cell = cell});
    return s;
}

void nav_test_open_crowd(nav_test_scene *s, const nav_crowd_options *options)
{
    nav_error error;
    ck_assert_msg(nav_crowd_new(s->mesh, s->field, options, NULL, &s->crowd,
                                &error) == NAV_OK,
                  "%s", error.message);
}

void nav_test_close_scene(nav_test_scene *s)
{
    nav_crowd_free(s->crowd);
    nav_field_free(s->field);
    nav_query_free(s->query);
    nav_mesh_free(s->mesh);
}

void nav_test_add_agent(nav_test_scene *s, nav_vec2 at)
{
    nav_agent_spec spec = nav_agent_default(s->field);
    spec.start.plan = at;
    ck_assert_int_eq(nav_crowd_add(s->crowd, &spec, NULL), NAV_OK);
}

void nav_test_step(nav_test_scene *s, int steps)
{
    for (int i = 0; i < steps; i++) {
        ck_assert_int_eq(nav_crowd_step(s->crowd, NULL), NAV_OK);
    }
}
