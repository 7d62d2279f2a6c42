/// navmesh.h - bake navigation meshes from polygons, and find paths on them.
///
/// The library does no file I/O and prints nothing: bytes in, bytes out.
///
/// Conventions, used everywhere below
/// ----------------------------------
/// - Coordinates are IEEE doubles in the unit of the input.  A coordinate is
///   legal when it is zero or its magnitude lies in
///   [NAV_COORD_MIN, NAV_COORD_MAX]; negative zero is read as zero.
/// - Polygons of a mesh are convex and counter-clockwise (x right, y up); their
///   corners may lie on a straight line.  Edge i of a polygon runs from corner
///   i to corner i + 1, the polygon on its left.
/// - A portal is an edge shared by two polygons.  "Left" and "right" are as the
///   walker sees them who goes through it.
/// - The walkable region is closed: a point on its boundary is on the mesh. Two
///   regions that meet only in a point are not connected.
/// - Whatever can fail returns a nav_status, and leaves its results untouched
///   unless that is NAV_OK.  An optional nav_error receives place and message.
/// - `_new`/`_free` make and destroy objects; `_free` accepts NULL.  Getters
///   lend pointers that stay valid until the owner is changed or freed.
/// - A finished nav_mesh is immutable but for obstacles laid over it, and may
///   be shared by threads; a nav_shape or a nav_query belongs to one thread at
///   a time.
#ifndef NAVMESH_H
#define NAVMESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NAV_VERSION "0.1.0"

#if defined(__GNUC__)
#define NAV_API __attribute__((visibility("default")))
#define NAV_MUST_CHECK __attribute__((warn_unused_result))
#else
#define NAV_API
#define NAV_MUST_CHECK
#endif

/// Least and greatest magnitude of a coordinate other than zero.
#define NAV_COORD_MIN 1e-100
#define NAV_COORD_MAX 1e100

/// "No such element" among the 32-bit numbers of polygons, vertices and edges.
#define NAV_NONE UINT32_MAX

/// Number of a polygon in its mesh, from 0.
typedef uint32_t nav_poly_id;
/// Number of a vertex in its mesh, from 0.
typedef uint32_t nav_vert_id;

/// A point or a vector in the plane.
typedef struct nav_vec2 {
    double x, y;
} nav_vec2;

/// A point in space, on the axes of the model that it comes from.
typedef struct nav_vec3 {
    double x, y, z;
} nav_vec3;

/// An axis-parallel box; both corners belong to it.
typedef struct nav_box {
    nav_vec2 min, max;
} nav_box;

// ---------------------------------------------------------------------------
// Outcomes
// ---------------------------------------------------------------------------

/// What a call came to.
typedef enum nav_status {
    NAV_OK = 0,
    NAV_NOMEM,    ///< the allocator said no
    NAV_SYNTAX,   ///< a text that does not parse, a name or an element that is
                  ///< not as it must be
    NAV_RANGE,    ///< a number that is not legal: a coordinate, a size, an
                  ///< option; fields of different grids
    NAV_GEOMETRY, ///< what is asked has no place: nothing is walkable, a seed
                  ///< or a goal is off the floors; a crowd on links
    NAV_FORMAT,   ///< bytes that are not a whole, valid mesh file; a mesh that
                  ///< is not valid, or that a file cannot hold
    NAV_LIMIT     ///< more elements than 32-bit numbers can name, or than
                  ///< another limit allows: 2^24 cells, one carving of a mesh
} nav_status;

/// Place and reason of a failure.  `line` and `column` count from 1, 0 means
/// that there is none.
typedef struct nav_error {
    nav_status status;
    size_t line, column;
    char message[240];
} nav_error;

/// Name of a status, as "out of memory"; never NULL.  The text is static.
NAV_API const char *nav_status_name(nav_status status);

/// Where memory comes from.
///
/// `resize` behaves as realloc: it gives a block of `new_size` bytes that
/// starts with the old contents, NULL when it cannot; with `new_size` 0 it
/// frees and returns NULL.  `old_size` is the size last asked for, 0 with a
/// NULL `block`.
typedef struct nav_allocator {
    void *(*resize)(void *context, void *block, size_t old_size,
                    size_t new_size);
    void *context;
} nav_allocator;

// ---------------------------------------------------------------------------
// Numbers as text
// ---------------------------------------------------------------------------

/// Room that nav_number_write needs at most, the closing NUL included.
#define NAV_NUMBER_SIZE 32
/// Room that nav_number_write_fixed needs at most, the closing NUL included.
#define NAV_NUMBER_FIXED_SIZE 480
/// Most digits after the point that nav_number_write_fixed gives.
#define NAV_NUMBER_FIXED_MAX 100

/// Reads a decimal number, [+-] digits [. digits] [e [+-] digits] with at least
/// one digit before the exponent, from the first bytes of `text`.
///
/// The nearest double, ties to even, whatever the locale.  A number too large
/// gives an infinity, one too small zero.  Neither blanks nor "nan", "inf" or
/// hexadecimal digits are read.  Returns the bytes read, 0 when no number
/// stands there (`value` is then untouched).  Cost: O(size of the number).
///
/// Source: Daniel Lemire, "Number Parsing at a Gigabyte per Second", 2021.
NAV_API size_t nav_number_read(const char *text, size_t size, double *value);

/// Writes the shortest decimal text that reads back to the same double, the
/// nearest to it where several are shortest; no negative zero, no locale.
///
/// `value` must be finite.  Plain digits while 1e-5 <= |value| < 1e17, else
/// d.ddde[-]XX.  Integers have no point.  Returns the length without the NUL.
///
/// Source: Raffaello Giulietti, "The Schubfach way to render doubles", 2020.
NAV_API size_t nav_number_write(double value, char text[NAV_NUMBER_SIZE]);

/// Writes `value` with exactly `digits` (0 to NAV_NUMBER_FIXED_MAX) digits
/// after the point, rounded half to even from the exact value; never "-0".
///
/// `value` must be finite.  Returns the length without the NUL.
NAV_API size_t nav_number_write_fixed(double value, int digits,
                                      char text[NAV_NUMBER_FIXED_SIZE]);

// ---------------------------------------------------------------------------
// JSON
// ---------------------------------------------------------------------------

/// Checks that `size` bytes are one value of JSON and nothing else, which all
/// that read JSON here do first.
///
/// The grammar is that of RFC 8259, in UTF-8; a byte order mark may stand
/// before it.  Refused as well are the character U+0000 in a string, two
/// members of one name in an object, and more than 1,000 brackets inside one
/// another.  NAV_SYNTAX gives line and column, in bytes, of what is wrong.  The
/// allocator, which may be NULL, gives 16 bytes for every member of the objects
/// that are open at one time.  Cost: O(size), and O(n log n) comparisons for an
/// object of n members.
NAV_API NAV_MUST_CHECK nav_status nav_json_check(const char *text, size_t size,
                                                 const nav_allocator *allocator,
                                                 nav_error *error);

// ---------------------------------------------------------------------------
// Off-mesh connections: links
// ---------------------------------------------------------------------------

/// Greatest cost of a link: more than the length of any.
#define NAV_LINK_COST_MAX 4e100

/// A link in the making: a way from one place of the mesh to another that is
/// not walked but jumped, climbed, ridden or beamed.
///
/// In a shape x and y are the plan and z is not read; in a model the axes are
/// its own.  The length of a link is that of the straight line in plan.
typedef struct nav_link_input {
    nav_vec3 from, to;
    bool has_cost;    ///< else the cost is the length
    double cost;      ///< 0 to NAV_LINK_COST_MAX
    bool oneway;      ///< cannot be taken from `to` to `from`
    const char *kind; ///< any word, copied; NULL or "": none
} nav_link_input;

/// A list of links in the making.
typedef struct nav_link_list nav_link_list;

/// Makes an empty list.  `allocator` may be NULL for malloc; it is copied.
NAV_API NAV_MUST_CHECK nav_status
nav_link_list_new(const nav_allocator *allocator, nav_link_list **list);
NAV_API void nav_link_list_free(nav_link_list *list);

/// Adds a link.  NAV_RANGE names a coordinate or cost that is not legal.
NAV_API NAV_MUST_CHECK nav_status nav_link_list_add(nav_link_list *list,
                                                    const nav_link_input *link,
                                                    nav_error *error);

/// Adds the links of a JSON text, a list of objects: {"from":[x,y],"to":[x,y],
/// "cost":2.5,"oneway":true,"kind":"jump"}, of which only the first two must be
/// there.  With `in_space` points are [x,y,z].  Other members are read over.
///
/// `text` holds `size` bytes of UTF-8.  NAV_SYNTAX gives line and column of
/// malformed JSON, and names link and member of what is not as above; NAV_RANGE
/// likewise.  On failure the list may hold a part of it.  Cost: O(size).
NAV_API NAV_MUST_CHECK nav_status nav_link_list_read_json(nav_link_list *list,
                                                          const char *text,
                                                          size_t size,
                                                          bool in_space,
                                                          nav_error *error);

NAV_API size_t nav_link_list_count(const nav_link_list *list);

// ---------------------------------------------------------------------------
// Obstacles: what takes walkable area away
// ---------------------------------------------------------------------------

/// The shapes that an obstacle may have.
typedef enum nav_obstacle_kind {
    NAV_OBSTACLE_POLYGON,
    NAV_OBSTACLE_CIRCLE,
    NAV_OBSTACLE_BOX,
    NAV_OBSTACLE_ORIENTED_BOX
} nav_obstacle_kind;

/// What an obstacle is.  Members that its kind does not name are not looked at.
typedef struct nav_obstacle_spec {
    nav_obstacle_kind kind;
    /// Polygon: a ring, filled by even-odd; any count, winding, closed or not.
    const nav_vec2 *points;
    size_t point_count;
    nav_vec2 center; ///< circle and oriented box
    double radius;   ///< circle: 0 or more
    nav_box box;     ///< box
    nav_vec2 half;   ///< oriented box: half its sides, each 0 or more
    double angle;    ///< oriented box: degrees, counter-clockwise; any size
    /// Whether it blocks only floors whose height lies in [low, high]; else it
    /// blocks at any height.
    bool has_heights;
    double low, high;
    /// A name that no other obstacle of the set has, ended by a NUL; NULL:
    /// none.
    const char *id;
} nav_obstacle_spec;

/// How outlines are made.  Begin with nav_obstacle_options_default().
typedef struct nav_obstacle_options {
    /// Every obstacle grows by this, 0 or more: the radius of the agent.
    double radius;
    /// Round outlines are polygons outside of the arc, no farther from its
    /// centre than its radius times 1 + this: NAV_ARC_TOLERANCE_LEAST to
    /// NAV_ARC_TOLERANCE_MOST.  (Rounding to doubles comes on top.)
    double arc_tolerance;
    /// For comparison with grids: 0, or the side of square cells.  An obstacle
    /// is then replaced by the cells whose centre it holds (its outline
    /// included, and grown before).  Cell i, k has the corners bounds.min +
    /// (i, k) cell and bounds.min + (i + 1, k + 1) cell; there are as many as
    /// it takes to cover `bounds`.
    double cell;
    nav_box bounds;
} nav_obstacle_options;

/// Range and default of nav_obstacle_options.arc_tolerance.
#define NAV_ARC_TOLERANCE_LEAST 1e-6
#define NAV_ARC_TOLERANCE_MOST 1
#define NAV_ARC_TOLERANCE_DEFAULT 0.01

/// Radius 0, NAV_ARC_TOLERANCE_DEFAULT, cell 0: outlines are exact.
NAV_API nav_obstacle_options nav_obstacle_options_default(void);

/// A set of obstacles, in which each has a number.
///
/// Blocked is what lies inside one of them: of a polygon, by the even-odd rule.
/// What remains walkable is closed, so the outline of an obstacle is walkable.
/// One without area (fewer than three different points, all on one line, a
/// radius or half side of 0) is legal and blocks nothing, grown or not.
///
/// Grown, it holds every point that is nearer to it than the radius.  Sides
/// along an axis move by the radius exactly where the sum is a double, and else
/// to the next one outside.  A spike of a polygon grows like its other edges.
typedef struct nav_obstacles nav_obstacles;

/// Makes an empty set.  `allocator` may be NULL for malloc; it is copied.
/// `options` may be NULL for the default.  NAV_RANGE for options that are not
/// legal.
NAV_API NAV_MUST_CHECK nav_status nav_obstacles_new(
    const nav_allocator *allocator, const nav_obstacle_options *options,
    nav_obstacles **obstacles, nav_error *error);
NAV_API void nav_obstacles_free(nav_obstacles *obstacles);

/// Adds an obstacle, of which everything is copied.  It gets the number
/// nav_obstacles_count, told in `number` unless that is NULL.
///
/// NAV_RANGE for coordinates that are not legal, a size that is negative, low
/// above high, min above max; NAV_SYNTAX for an id that is taken; NAV_LIMIT for
/// more than 2^24 cells.  The message begins with `obstacle N ("id"): `.  Cost:
/// O(points); of a polygon that is not convex and grows, a ring of about 32
/// points an edge.
NAV_API NAV_MUST_CHECK nav_status
nav_obstacles_add(nav_obstacles *obstacles, const nav_obstacle_spec *spec,
                  size_t *number, nav_error *error);

/// Adds the obstacles of a JSON text: a list of them, or a single one (see
/// navbake(1)).
///
/// `text` holds `size` bytes of UTF-8 and need not end in a NUL.  NAV_SYNTAX
/// gives line and column of malformed JSON; what is wrong about an obstacle is
/// told as by nav_obstacles_add, with its number in the text.  On failure the
/// set may hold a part of them.  Cost: O(size).
NAV_API NAV_MUST_CHECK nav_status nav_obstacles_read_json(
    nav_obstacles *obstacles, const char *text, size_t size, nav_error *error);

/// Makes a set of the same obstacles, with the same numbers, outlined as
/// `options` say.  Fails as nav_obstacles_new and nav_obstacles_add.
NAV_API NAV_MUST_CHECK nav_status nav_obstacles_copy(
    const nav_obstacles *obstacles, const nav_allocator *allocator,
    const nav_obstacle_options *options, nav_obstacles **copy,
    nav_error *error);

/// How many numbers have been given: those below this are legal arguments of
/// the functions below.  Numbers of removed obstacles are not given again.
NAV_API size_t nav_obstacles_count(const nav_obstacles *obstacles);

/// Number of the obstacle with this id; SIZE_MAX when there is none.  Cost:
/// O(1) as a rule.
NAV_API size_t nav_obstacles_find(const nav_obstacles *obstacles,
                                  const char *id);

/// What there is to know of an obstacle.
typedef struct nav_obstacle_info {
    bool is_removed;        ///< all else is then unset
    nav_obstacle_spec spec; ///< as it is now; points and id are lent
    bool is_empty;          ///< it has no area, and blocks nothing
    nav_box box;            ///< of its grown outline; min > max when empty
} nav_obstacle_info;

NAV_API nav_obstacle_info nav_obstacles_get(const nav_obstacles *obstacles,
                                            size_t number);

/// Moves an obstacle: each of its coordinates is the rounded sum.  NAV_RANGE
/// when one is then not legal; the obstacle is untouched.  Cost: as adding it.
NAV_API NAV_MUST_CHECK nav_status nav_obstacles_move(nav_obstacles *obstacles,
                                                     size_t number, nav_vec2 by,
                                                     nav_error *error);

/// Takes an obstacle out; its id is free again.  Nothing happens when it is
/// gone already.
NAV_API void nav_obstacles_remove(nav_obstacles *obstacles, size_t number);

/// What happens in an event of a scenario.
typedef enum nav_event_kind {
    NAV_EVENT_UNKNOWN, ///< that cannot be told
    NAV_EVENT_ADD,     ///< an obstacle comes
    NAV_EVENT_MOVE,    ///< one moves
    NAV_EVENT_REMOVE,  ///< one goes
    NAV_EVENT_QUERY    ///< something is asked
} nav_event_kind;

/// One event of a scenario.
typedef struct nav_event {
    nav_event_kind kind;
    /// Number of the obstacle that was added, moved or removed; SIZE_MAX when
    /// none was.
    size_t obstacle;
    /// Of a query, the JSON text of what is asked: `query_size` bytes in the
    /// text of the event, lent; else NULL.
    const char *query;
    size_t query_size;
} nav_event;

/// Reads an event of a scenario, and does what it says to the set:
/// `{"add":{...}}` an obstacle with "id", `{"move":{"id":"door","by":[dx,dy]}}`
/// as nav_obstacles_move, `{"remove":"door"}`, or `{"query":...}`, which does
/// nothing (see navquery(1)).
///
/// `text` holds `size` bytes of UTF-8 and need not end in a NUL.  NAV_SYNTAX
/// gives line and column of malformed JSON, and otherwise says what is wrong;
/// fails as nav_obstacles_add and nav_obstacles_move as well.  On failure the
/// set is untouched, and `event` holds the kind alone, so that who asked can be
/// told.  Cost: O(size), and that of the change.
NAV_API NAV_MUST_CHECK nav_status
nav_obstacles_read_event(nav_obstacles *obstacles, const char *text,
                         size_t size, nav_event *event, nav_error *error);

// ---------------------------------------------------------------------------
// Shapes: what is baked
// ---------------------------------------------------------------------------

/// Polygons with holes, in the making.
///
/// Walkable is the union of the polygons; of each, the inside of its outer ring
/// by the even-odd rule, less the union of its holes, each by even-odd.  Rings
/// may touch, overlap, cross, repeat points, be closed or not, wind either way.
typedef struct nav_shape nav_shape;

/// Makes an empty shape.  `allocator` may be NULL for malloc; it is copied.
NAV_API NAV_MUST_CHECK nav_status nav_shape_new(const nav_allocator *allocator,
                                                nav_shape **shape);
NAV_API void nav_shape_free(nav_shape *shape);

/// Begins a polygon: the rings added next are its outer ring, then its holes.
NAV_API NAV_MUST_CHECK nav_status nav_shape_begin_polygon(nav_shape *shape,
                                                          nav_error *error);

/// Adds a ring of `count` points to the polygon begun last: its outer ring when
/// it has none yet, a hole otherwise.  Any count, 0 included, is legal.  The
/// points are copied.  NAV_RANGE names the first illegal point.
NAV_API NAV_MUST_CHECK nav_status nav_shape_add_ring(nav_shape *shape,
                                                     const nav_vec2 *points,
                                                     size_t count,
                                                     nav_error *error);

/// Most bytes of the name of an area.
#define NAV_AREA_NAME_MOST 255

/// Names the area that the polygon begun last belongs to; "" takes the name
/// away.  Where polygons overlap, the area is that of the one begun last.
///
/// NAV_SYNTAX when there is no polygon, or the name is not UTF-8 without
/// control characters of at most NAV_AREA_NAME_MOST bytes.
NAV_API NAV_MUST_CHECK nav_status nav_shape_set_area(nav_shape *shape,
                                                     const char *name,
                                                     nav_error *error);

/// Adds the polygons of a JSON text: a list of rings, an object with
/// "polygons", or GeoJSON (see navbake(1)); and the links and obstacles of such
/// an object.
///
/// `text` holds `size` bytes of UTF-8 and need not end in a NUL.  NAV_SYNTAX
/// gives line and column of malformed JSON, and names polygon, ring and point
/// of what is not a coordinate.  On failure the shape may hold a part of it.
/// Cost: O(size) time; about 100 bytes of memory a number while it reads.
NAV_API NAV_MUST_CHECK nav_status nav_shape_read_json(nav_shape *shape,
                                                      const char *text,
                                                      size_t size,
                                                      nav_error *error);

/// The obstacles of a shape, lent: nav_bake takes them away from whatever
/// polygons there are, at any height.  They do not grow.  It is for the caller
/// to add more.
NAV_API nav_obstacles *nav_shape_obstacles(nav_shape *shape);

/// How much was read.
typedef struct nav_shape_info {
    size_t polygons, rings, points;
    size_t ignored; ///< GeoJSON geometries that are not polygons
    size_t links;
    size_t obstacles;
} nav_shape_info;

NAV_API nav_shape_info nav_shape_get_info(const nav_shape *shape);

// ---------------------------------------------------------------------------
// Models: floors in space
// ---------------------------------------------------------------------------

/// Faces over vertices in space, in the making.
typedef struct nav_model nav_model;

/// Makes an empty model.  `allocator` may be NULL for malloc; it is copied.
NAV_API NAV_MUST_CHECK nav_status nav_model_new(const nav_allocator *allocator,
                                                nav_model **model);
NAV_API void nav_model_free(nav_model *model);

/// How to read a Wavefront OBJ text.  All zero is the default.
typedef struct nav_obj_options {
    /// A face that cannot be used is told to `warn` and skipped; else it is an
    /// error.
    bool skip_bad_faces;
    /// Called for every skipped face with its line, from 1; may be NULL.
    void (*warn)(void *context, size_t line, const char *message);
    void *warn_context;
} nav_obj_options;

/// Adds the vertices and faces of a Wavefront OBJ text: `v` with 3, 4, 6 or 7
/// numbers, `f` with i, i/t, i//n or i/t/n, negative indices included.  `o`,
/// `g` and `usemtl` name areas; everything else is read over.
///
/// `text` holds `size` bytes and need not end in a NUL.  NAV_SYNTAX and
/// NAV_RANGE give line and column.  On failure the model may hold a part of the
/// text. Cost: O(size).
NAV_API NAV_MUST_CHECK nav_status
nav_model_read_obj(nav_model *model, const char *text, size_t size,
                   const nav_obj_options *options, nav_error *error);

/// The obstacles that a bake of the model takes away from its floors, lent:
/// those of which the ranges of heights reach the floors under them.
NAV_API nav_obstacles *nav_model_obstacles(nav_model *model);

/// How much was read.
typedef struct nav_model_info {
    size_t vertices, faces;
    size_t skipped; ///< bad faces left out
} nav_model_info;

NAV_API nav_model_info nav_model_get_info(const nav_model *model);

/// Which axis of a model points up.
typedef enum nav_axis {
    NAV_UP_Y, ///< plan (x, z), height y
    NAV_UP_Z  ///< plan (x, y), height z
} nav_axis;

/// What of a model is floor, and how floors are joined.  Begin with
/// nav_model_options_default().  Lengths are in the unit of the model.
typedef struct nav_model_options {
    nav_axis up;
    /// Vertices within this distance in space are one, and a vertex within it
    /// of another face's edge splits that edge; 0: only where that is exact.
    double weld;
    /// Keep only faces that look up (counter-clockwise as seen from above) and
    /// whose rise over run is at most this; negative: keep every face that is
    /// not vertical, whichever way it winds.
    double max_rise;
    /// Link boundary edges that overlap in plan and differ in height by at most
    /// this; negative: do not.
    double step;
    /// Keep only what can be reached from one of these points; none: keep all.
    const nav_vec3 *seeds;
    size_t seed_count;
    /// Merge neighbours whose corners are within this distance of one plane; 0:
    /// only those that are exactly in one.
    double planar_tolerance;
} nav_model_options;

/// NAV_UP_Y; weld and planar tolerance 0; max_rise and step -1, so that every
/// face that is not vertical is floor, and no step joins any; no seeds.
NAV_API nav_model_options nav_model_options_default(void);

/// What became of a model's faces.
typedef struct nav_model_report {
    size_t usable;     ///< floor
    size_t vertical;   ///< no area in plan, some in space
    size_t steep;      ///< looks down, or steeper than max_rise
    size_t degenerate; ///< no area in space
    size_t crooked;  ///< crosses itself in plan, or is too bent to have a plane
    size_t welded;   ///< vertices that became others
    size_t stitched; ///< places where an edge was split by a vertex
    size_t nonmanifold_edges; ///< edges of three floors or more
    size_t step_links;        ///< pieces of boundary joined by `step`
    size_t unreachable;       ///< floors dropped because no seed reaches them
} nav_model_report;

// ---------------------------------------------------------------------------
// Baking
// ---------------------------------------------------------------------------

/// What is odd about an input that is baked all the same.
typedef enum nav_warning_kind {
    NAV_WARN_SHORT_RING,     ///< fewer than three different points
    NAV_WARN_ZERO_AREA,      ///< the ring encloses nothing
    NAV_WARN_SPIKE,          ///< the ring runs back along itself
    NAV_WARN_SELF_CROSSING,  ///< the ring crosses itself
    NAV_WARN_HOLE_CROSSING,  ///< a part of the hole is outside the outer ring
    NAV_WARN_HOLE_OUTSIDE,   ///< no part of the hole is inside the outer ring
    NAV_WARN_DUPLICATE_RING, ///< the same ring again
    NAV_WARN_OBSTACLE_IDLE   ///< the obstacle takes nothing away
} nav_warning_kind;
#define NAV_WARNING_KINDS 8

/// One oddity, with the place where it was found.
typedef struct nav_warning {
    nav_warning_kind kind;
    size_t polygon; ///< number of the polygon in the shape, from 0
    size_t ring;    ///< number of the ring in its polygon: 0 outer, 1.. holes
    nav_vec2 at;    ///< a point of the ring where it shows
    /// It is about the outline of an obstacle; `ring` is then the obstacle's
    /// number, and `polygon` 0.
    bool of_obstacle;
} nav_warning;

/// Words for a kind of warning, as "ring crosses itself"; static text.
NAV_API const char *nav_warning_text(nav_warning_kind kind);

/// Fewest and most corners of a polygon that may be asked for.
#define NAV_MAX_VERTS_LEAST 3
#define NAV_MAX_VERTS_MOST 65535
/// The default, chosen by measurement (`make bench`).
#define NAV_MAX_VERTS_DEFAULT 16

/// In which order edges between triangles are tried for removal.
typedef enum nav_merge_order {
    NAV_MERGE_LONGEST,  ///< the longest edge first: the default
    NAV_MERGE_SHARPEST, ///< the edge with the sharpest angle at an end first
    NAV_MERGE_ANY ///< in the order of the triangulation, as Hertel-Mehlhorn
} nav_merge_order;

/// A link that is left out, because an end of it is not on the mesh.
typedef struct nav_link_warning {
    size_t link;   ///< in the order given: those of the shape, then the list's
    bool at_start; ///< `from` is off the mesh; else `to`, and only that
    nav_vec3 at;   ///< that end, as it was given
} nav_link_warning;

/// How to bake.  Begin with nav_bake_options_default().
typedef struct nav_bake_options {
    /// Most corners of a polygon, straight ones counted.
    uint32_t max_verts;
    /// Merge triangles into larger convex polygons.
    bool merge;
    /// For comparison; the default measures best (`make bench`).
    nav_merge_order order;
    /// Radius of the agent: what is nearer to the boundary is not walkable.  0:
    /// none; else at least NAV_COORD_MIN.
    double agent_radius;
    /// At corners the distance kept is at most the radius and this part of it:
    /// NAV_ARC_TOLERANCE_LEAST to NAV_ARC_TOLERANCE_MOST.
    double arc_tolerance;
    /// For comparison: 0, or the side of square cells in which obstacles are
    /// marked, as by nav_obstacle_options.cell.  The cells begin at the least
    /// corner of the bounding box of all polygons.
    double obstacle_cells;
    /// Called for every oddity, in the order of the rings, those of obstacles
    /// last; may be NULL.
    void (*warn)(void *context, const nav_warning *warning);
    void *warn_context; ///< of `warn` and of `warn_link`
    /// Seconds since any fixed time, for the report; may be NULL.
    double (*clock)(void *context);
    void *clock_context;
    /// More links than those that a shape has; may be NULL.
    const nav_link_list *links;
    /// Called for every link that is left out, in order, with `warn_context` as
    /// well; may be NULL.
    void (*warn_link)(void *context, const nav_link_warning *warning);
} nav_bake_options;

/// What a bake did.
typedef struct nav_bake_report {
    size_t triangles; ///< in the walkable region, before merging
    size_t vertices;  ///< of the triangulation, unused ones included
    size_t crossings; ///< points where edges crossed that were not given
    size_t warnings[NAV_WARNING_KINDS]; ///< by kind
    double seconds_triangulate;         ///< rings to classified triangles
    double seconds_merge;               ///< triangles to finished mesh
    size_t islands_before;              ///< without the agent's radius
    size_t islands_vanished; ///< of them, those of which nothing is left
    size_t islands_split;    ///< of them, those that are several now
    /// By how much rounding may change the distance kept by an agent's radius.
    /// Where that is no small part of the radius, the radius means nothing.
    double agent_rounding;
    size_t links_given, links_dropped;
} nav_bake_report;

/// NAV_MAX_VERTS_DEFAULT corners, merged, the longest edge first; no radius;
/// NAV_ARC_TOLERANCE_DEFAULT; obstacles exact, no more links, and nobody told.
NAV_API nav_bake_options nav_bake_options_default(void);

typedef struct nav_mesh nav_mesh;

/// Bakes a shape into a mesh.
///
/// `allocator` may be NULL for malloc.  `report` and `error` may be NULL. Fails
/// with NAV_GEOMETRY when nothing is walkable, or nothing is left at the
/// agent's radius; NAV_RANGE when radius or tolerance are not legal, or lead
/// beyond legal coordinates; NAV_LIMIT, NAV_NOMEM.  The result depends on
/// shape, max_verts, merge, order, agent_radius, arc_tolerance, obstacle_cells
/// and links alone.  Cost: O(n log n) for n points on any map of the usual
/// kinds; about 300 bytes of scratch a point.
///
/// Sources: Jonathan Shewchuk, "Adaptive Precision Floating-Point Arithmetic
/// and Fast Robust Geometric Predicates", 1997; Marc Anglada, "An Improved
/// Incremental Algorithm for Constructing Restricted Delaunay Triangulations",
/// 1997; Stefan Hertel and Kurt Mehlhorn, "Fast Triangulation of the Plane with
/// Respect to Simple Polygons", 1985; Xiaorui Chen and Sara McMains, "Polygon
/// Offsetting by Computing Winding Numbers", 2005.
NAV_API NAV_MUST_CHECK nav_status nav_bake(const nav_shape *shape,
                                           const nav_bake_options *options,
                                           const nav_allocator *allocator,
                                           nav_mesh **mesh,
                                           nav_bake_report *report,
                                           nav_error *error);

/// Bakes a model into a mesh with heights.
///
/// As nav_bake; `model_report` may be NULL.  Convex faces are kept whole,
/// others are triangulated in plan.  Cost: O(n log n) for n vertices.
NAV_API NAV_MUST_CHECK nav_status
nav_bake_model(const nav_model *model, const nav_model_options *model_options,
               const nav_bake_options *options, const nav_allocator *allocator,
               nav_mesh **mesh, nav_model_report *model_report,
               nav_bake_report *report, nav_error *error);

// ---------------------------------------------------------------------------
// Meshes
// ---------------------------------------------------------------------------

/// Reads a mesh from the bytes of a .nav file (navmesh(5)), which it copies.
///
/// Everything is checked before it is used: checksum, sizes, every number,
/// every polygon.  NAV_FORMAT says what is wrong.  No input makes it crash,
/// loop, or allocate more than a small multiple of `size`.  Cost: O(size).
NAV_API NAV_MUST_CHECK nav_status nav_mesh_read(const void *bytes, size_t size,
                                                const nav_allocator *allocator,
                                                nav_mesh **mesh,
                                                nav_error *error);

/// Bytes of a .nav file that nav_file_read_size looks at.
#define NAV_FILE_HEAD_SIZE 32
/// The size of a file whose end nobody has seen yet.
#define NAV_SIZE_UNKNOWN UINT64_MAX

/// Tells from the beginning of a .nav file how many bytes it has in all, for
/// those who read it from where the end is not known: a pipe may have none.
///
/// `head` holds the first `size` bytes, NAV_FILE_HEAD_SIZE of them or all that
/// there are; `whole` is how many there are, or NAV_SIZE_UNKNOWN.  NAV_FORMAT,
/// with the message of nav_mesh_read, where that would refuse the file for its
/// magic, its version or its size.  Cost: O(1).
NAV_API NAV_MUST_CHECK nav_status nav_file_read_size(const void *head,
                                                     size_t size,
                                                     uint64_t whole,
                                                     uint64_t *declared,
                                                     nav_error *error);

/// What the header of a .nav file says.
typedef struct nav_file_info {
    uint32_t version;
    uint32_t sections; ///< at most NAV_FILE_SECTIONS_MOST
    uint64_t size;     ///< in bytes
    uint64_t checksum;
} nav_file_info;

#define NAV_FILE_SECTIONS_MOST 64

/// A section of a .nav file.
typedef struct nav_file_section {
    char tag[5];   ///< ends in a NUL; the bytes of the file, whatever they are
    bool required; ///< may not be skipped
    bool known;    ///< to this version of the library
    uint64_t offset, size; ///< in bytes
} nav_file_section;

/// Reads header and section table of a .nav file, and makes all checks that
/// nav_mesh_read makes of them and of the checksum.  NAV_FORMAT says what is
/// wrong.  Cost: O(size).
NAV_API NAV_MUST_CHECK nav_status nav_file_get_info(const void *bytes,
                                                    size_t size,
                                                    nav_file_info *info,
                                                    nav_error *error);

/// Section `number`, below info.sections, of bytes of which nav_file_get_info
/// has given `info`.
NAV_API nav_file_section nav_file_get_section(const void *bytes,
                                              uint32_t number);

/// Gives the bytes of the .nav file of a mesh; the caller frees them with
/// nav_bytes_free.  The same mesh gives the same bytes everywhere.  NAV_FORMAT
/// for a mesh with closed polygons, of which a file cannot tell.
NAV_API NAV_MUST_CHECK nav_status nav_mesh_write(const nav_mesh *mesh,
                                                 void **bytes, size_t *size,
                                                 nav_error *error);

/// Frees what nav_mesh_write gave for `mesh`.
NAV_API void nav_bytes_free(const nav_mesh *mesh, void *bytes, size_t size);

NAV_API void nav_mesh_free(nav_mesh *mesh);

/// Checks every invariant of a mesh and names the first one that is broken.
/// What nav_bake and nav_mesh_read give has passed it.  Cost: O(size).
NAV_API NAV_MUST_CHECK nav_status nav_mesh_validate(const nav_mesh *mesh,
                                                    nav_error *error);

/// Checks what nav_mesh_validate does, and whatever else is true of the meshes
/// of this library: what is derived from the arrays of the file, islands among
/// it, is what it should be; every vertex is a corner, no two are the same; on
/// a flat mesh no polygons overlap, no corner lies within an edge of another
/// polygon, and polygons with a common edge are neighbours; the polygon of each
/// end of a link is the one of least number; the radius of the agent is legal.
///
/// NAV_FORMAT names the first that is broken, NAV_NOMEM.  Not for meshes with
/// closed polygons: then it does what nav_mesh_validate does.  Cost: O(n log n)
/// as a rule.
NAV_API NAV_MUST_CHECK nav_status nav_mesh_audit(const nav_mesh *mesh,
                                                 nav_error *error);

/// Measures the distances of all vertices from a few landmarks, which make
/// exact searches on large meshes several times faster and change no result.
/// A mesh with an edge at which more than two polygons meet, or both lie on one
/// side in plan, or which a step has joined, is left as it is, and so is one
/// where most corners see each other past many small holes, which would take
/// long, or where a distance is not 0 and not from 1e-30 to 1e30;
/// nav_mesh_info tells by has_landmarks.
///
/// Must not run while others use the mesh; what was written before does not
/// have them.  Cost: about a microsecond and a half a vertex and landmark, and
/// 64 bytes a vertex in memory and in the file.
NAV_API NAV_MUST_CHECK nav_status nav_mesh_add_landmarks(nav_mesh *mesh,
                                                         nav_error *error);

/// Counts and measures of a mesh.
typedef struct nav_mesh_info {
    uint32_t vertices, polygons;
    uint32_t edges;        ///< sides of all polygons together
    uint32_t portals;      ///< edges shared by two polygons, each counted once
    uint32_t islands;      ///< parts connected through portals
    uint32_t most_corners; ///< of any polygon
    nav_box bounds;
    double area; ///< planar, closed polygons left out
    bool has_heights;
    nav_axis up;                ///< of the model; only with heights
    double lowest, highest;     ///< heights; 0 on a flat mesh
    uint32_t nonmanifold_edges; ///< edges of three polygons or more
    bool has_landmarks;
    uint32_t closed;     ///< polygons taken out of use
    double agent_radius; ///< of the agent that it was baked for; 0: none
    uint32_t areas;      ///< different names of areas
    uint32_t links;      ///< off-mesh connections
} nav_mesh_info;

/// Vertices, polygons and edges count those that are closed too, and islands
/// numbers that are out of use.  Cost: O(1); O(mesh) while obstacles are laid
/// over it.
NAV_API nav_mesh_info nav_mesh_get_info(const nav_mesh *mesh);

/// All vertices, `info.vertices` of them, lent.
NAV_API const nav_vec2 *nav_mesh_vertices(const nav_mesh *mesh);

/// Heights of the vertices, lent; NULL on a flat mesh.
NAV_API const double *nav_mesh_heights(const nav_mesh *mesh);

/// One polygon, lent: corner i is vertex `corners[i]`; across edge i lies
/// polygon `neighbours[i]`, NAV_NONE behind the boundary; where more than two
/// polygons share the edge, one of the others.
typedef struct nav_polygon {
    uint32_t count;
    const nav_vert_id *corners;
    const nav_poly_id *neighbours;
    uint32_t island; ///< number of its island, from 0; NAV_NONE when closed
} nav_polygon;

/// `polygon` must be below info.polygons.  Cost: O(1).
NAV_API nav_polygon nav_mesh_polygon(const nav_mesh *mesh, nav_poly_id polygon);

/// An off-mesh connection of a mesh; both ends are on it exactly.
///
/// One cannot be taken while an end of it is on closed polygons alone, be it in
/// an obstacle.  The numbers of its polygons are those of the mesh without
/// obstacles.
typedef struct nav_offmesh_link {
    nav_vec2 from, to;             ///< in plan
    double from_height, to_height; ///< of the floors there; 0 on a flat mesh
    nav_poly_id from_polygon;      ///< least number on the floor of `from`
    nav_poly_id to_polygon;        ///< likewise of `to`
    double cost;                   ///< 0 or more
    bool oneway;                   ///< only from `from` to `to`
    const char *kind;              ///< lent; NULL: none
} nav_offmesh_link;

/// How many links a mesh has.  Cost: O(1).
NAV_API uint32_t nav_mesh_link_count(const nav_mesh *mesh);

/// One of them; `link` must be below their number.  Cost: O(1).
NAV_API nav_offmesh_link nav_mesh_link(const nav_mesh *mesh, uint32_t link);

// ---------------------------------------------------------------------------
// Areas
// ---------------------------------------------------------------------------
//
// A polygon belongs to one area or to none.  Areas have names, by which they
// are numbered from 0, in the order of their bytes.

/// Number of areas, which is info.areas.
NAV_API uint32_t nav_mesh_area_count(const nav_mesh *mesh);

/// Name of an area below that number: `size` bytes of UTF-8 without control
/// characters, 1 to NAV_AREA_NAME_MOST; lent, not ended by a NUL.
NAV_API const char *nav_mesh_area_name(const nav_mesh *mesh, uint32_t area,
                                       size_t *size);

/// The area of a polygon, NAV_NONE when it belongs to none.  Cost: O(1).
NAV_API uint32_t nav_mesh_polygon_area(const nav_mesh *mesh,
                                       nav_poly_id polygon);

/// Whether a name means an area: it is the area's, or one of the parts of the
/// area's between slashes, as "mud" is of "floor/mud".
NAV_API bool nav_mesh_area_is(const nav_mesh *mesh, uint32_t area,
                              const char *name);

/// Closes the polygons of all areas for which areas[i] is true, of info.areas:
/// nothing of them is walkable from then on, but for the sides that they share
/// with polygons that are not closed.  Numbers of polygons stay; islands, the
/// area and portals are those of what is left.  A shortest path of it is found
/// as before.
///
/// Must not run while others use the mesh; queries made before must not be used
/// any more.  There is no way back.  Cost: O(size).
NAV_API NAV_MUST_CHECK nav_status nav_mesh_forbid(nav_mesh *mesh,
                                                  const bool *areas,
                                                  nav_error *error);

// ---------------------------------------------------------------------------
// Carvings: obstacles on a finished mesh
// ---------------------------------------------------------------------------

/// Obstacles laid over a mesh for as long as the carving lives.
///
/// The polygons that an obstacle reaches are closed and replaced by new ones
/// around it, with numbers behind all others; the rest of the mesh is neither
/// copied nor renumbered.  The result has the area and the paths that baking
/// the map with these holes would have given, up to the rounding of crossings.
/// On a mesh with heights an obstacle with a range of heights cuts those
/// polygons whose own heights under it reach into the range.
///
/// Queries made before or after follow by themselves.  While a carving is
/// made, changed or freed nobody may use the mesh, and it cannot be written;
/// between that, threads may share it as ever.
typedef struct nav_carving nav_carving;

/// Lays all obstacles of a set over a mesh.  Both must outlive the carving, of
/// which a mesh has one at most.  `allocator` may be NULL for malloc.
///
/// NAV_LIMIT for a mesh that has a carving already, or too many edges;
/// NAV_NOMEM.  Both leave the mesh as it was.  Cost: O(mesh), and for the
/// obstacles as below.
NAV_API NAV_MUST_CHECK nav_status nav_carving_new(
    nav_mesh *mesh, const nav_obstacles *obstacles,
    const nav_allocator *allocator, nav_carving **carving, nav_error *error);

/// Takes all obstacles off: the mesh is what it was, to the bit.
NAV_API void nav_carving_free(nav_carving *carving);

/// Follows what has happened to obstacle `number` of the set: it is laid over
/// the mesh, or moved there, or, being removed, taken off.
///
/// After a failure the obstacle, and those that share polygons with it, are off
/// the mesh; of those that were being laid anew (below) any others may be, so
/// that it is best to free the carving and make it again.  Cost: O(n log n) for
/// the polygons that it reaches, their corners and the outlines of all
/// obstacles that reach these polygons, whatever the size of the mesh; O(mesh)
/// when it parts or joins islands, or floors fold. When polygons out of use
/// outnumber those in use four times, all obstacles are laid anew; that is a
/// part of the cost of the changes before.
NAV_API NAV_MUST_CHECK nav_status nav_carving_update(nav_carving *carving,
                                                     size_t number,
                                                     nav_error *error);

/// Whether an obstacle takes walkable area away, be it with others that lie
/// there as well.  `number` must be below what nav_obstacles_count was when the
/// carving was made or last updated.  Cost: O(1).
NAV_API bool nav_carving_blocks(const nav_carving *carving, size_t number);

// ---------------------------------------------------------------------------
// Queries
// ---------------------------------------------------------------------------
//
// On a mesh with heights, everything is planned in the plane: (x, z) of a model
// whose y points up, (x, y) of one whose z does.  Heights are interpolated on
// the faces: along its edges where a point lies on one, else on the triangles
// of the fan from the polygon's first corner.  The plan of a model whose y
// points up is seen in a mirror by the walker, whose left and right are told.

/// Scratch memory for queries on one mesh; it must not outlive the mesh.  Grows
/// to its high-water mark, then allocates nothing.
typedef struct nav_query nav_query;

/// Makes one.  What exact searches need is laid out by the first of them.  NULL
/// for the allocator means malloc and free; one that is given is copied, its
/// context must outlive the query.  NAV_NOMEM without memory, nothing else.
/// Cost: O(n) in polygons, to index where they are.
NAV_API NAV_MUST_CHECK nav_status nav_query_new(const nav_mesh *mesh,
                                                const nav_allocator *allocator,
                                                nav_query **query);
NAV_API void nav_query_free(nav_query *query);

/// Sets the cost of a unit of length in an area, below info.areas, for paths of
/// this query; it is 1 before, and 1 in polygons of no area.  NAV_RANGE when it
/// is not from NAV_COORD_MIN to NAV_COORD_MAX.
///
/// Where not all polygons cost the same, NAV_SEARCH_OPTIMAL finds the cheapest
/// path that a search over samples of the portals comes upon, refined in its
/// chain of polygons, with nav_path.optimal false and a lower bound; the other
/// searches go by costs as well.  Cost of a path then: O(n log n) with a large
/// constant, and up to some milliseconds more for the bound.
///
/// Sources: J. Mitchell and C. Papadimitriou, "The Weighted Region Problem",
/// 1991; M. Lanthier, A. Maheshwari, J.-R. Sack, "Approximating Shortest Paths
/// on Weighted Polyhedral Surfaces", 2001.
NAV_API NAV_MUST_CHECK nav_status nav_query_set_cost(nav_query *query,
                                                     uint32_t area, double cost,
                                                     nav_error *error);

/// Which floor a point means where several lie over each other.  Polygons that
/// are joined by an edge on which the point lies, or have the same height
/// there, are one floor.
typedef enum nav_floor {
    NAV_FLOOR_ONLY, ///< the only one; where there are more, that is the answer
    NAV_FLOOR_LOWEST,  ///< the lowest one
    NAV_FLOOR_HIGHEST, ///< the highest one
    NAV_FLOOR_NEAREST  ///< the one nearest in height, of two the lower one
} nav_floor;

/// A point in plan and the floor that is meant; the last two do not matter on a
/// flat mesh.
typedef struct nav_point {
    nav_vec2 plan;
    nav_floor floor;
    double height; ///< read with NAV_FLOOR_NEAREST alone
} nav_point;

/// How the polygons of a path are found.
typedef enum nav_search {
    NAV_SEARCH_OPTIMAL,  ///< exact any-angle search: a shortest path
    NAV_SEARCH_MIDPOINT, ///< A* over the midpoints of the portals
    NAV_SEARCH_CENTROID  ///< A* over the centroids of the polygons
} nav_search;

typedef struct nav_path_options {
    nav_search search;
    /// An end off the mesh moves to the nearest walkable point within this
    /// distance; 0 or more, may be infinite.  The distance is one in space for
    /// a point with a height, else one in plan.  A point above or below a floor
    /// is on the mesh, whatever the height between them.
    double snap;
    /// Add a waypoint wherever the path crosses a crease of the floor, or a
    /// step, so that the pieces between the waypoints lie on the floor.
    bool crossings;
    /// When the goal cannot be reached, go to the place nearest to it that can.
    bool partial;
} nav_path_options;

typedef enum nav_path_status {
    NAV_PATH_OK,
    NAV_PATH_UNREACHABLE,     ///< neither walking nor links lead to the goal
    NAV_PATH_START_OFF_MESH,  ///< no walkable point within `snap` of the start
    NAV_PATH_END_OFF_MESH,    ///< likewise for the goal
    NAV_PATH_AMBIGUOUS_FLOOR, ///< an end is on several floors, none was chosen
    NAV_PATH_PARTIAL ///< there is a path, but not to the goal: as near as can
                     ///< be
} nav_path_status;

/// "ok", "unreachable", "start_off_mesh", "end_off_mesh", "ambiguous_floor",
/// "partial"; static text.
NAV_API const char *nav_path_status_name(nav_path_status status);

/// An edge that a path crosses, from polygon `from` to polygon `to`; heights
/// are those of `from`, 0 on a flat mesh.
typedef struct nav_portal {
    nav_poly_id from, to;
    nav_vec2 left, right;
    double left_height, right_height;
} nav_portal;

/// A link that a path takes.
typedef struct nav_path_link {
    uint32_t link; ///< number in the mesh
    bool backward; ///< taken from `to` to `from`
    /// Its place among the portals: from the polygon where it is entered to the
    /// one where it is left, `left` and `right` both the point of entry.
    size_t portal;
    /// The waypoint where it is entered.  The next one is where it is left; the
    /// same one where both are the same place.
    size_t waypoint;
} nav_path_link;

/// A path, or why there is none.  The arrays are lent by the query and valid
/// until its next call.  Unless status is NAV_PATH_OK or NAV_PATH_PARTIAL they
/// are empty and length is 0.  Fields about an end that is off the mesh are
/// NAV_NONE and 0.
///
/// Of a partial path `end` is the place that it leads to, and `snap_end` its
/// distance from the place of the goal on the mesh: in space for a goal with a
/// height, else in plan.
///
/// With links a path is the cheapest one: that of the least sum of the lengths
/// walked and the costs of the links taken.  Their ends are waypoints, turn or
/// no turn.
///
/// Where a path touches an edge and turns back, on to a floor on the same side
/// of it, the point of touch is a waypoint.  The string is pulled taut with the
/// floors behind that edge turned over on to its other side; such points are
/// computed, and rounded, while all other waypoints are corners of the mesh to
/// the bit.
typedef struct nav_path {
    nav_path_status status;
    bool optimal;  ///< proved to be a cheapest path of the whole mesh
    double length; ///< in plan, links included
    double cost;   ///< of its links, and of the rest the length in each area
                   ///< times its cost; the length without either
    double bound;  ///< no path costs less
    double
        length3d; ///< along the floors, steps included; `length` on a flat mesh
    nav_vec2 start, end;             ///< after snapping
    double start_height, end_height; ///< of the floors; 0 on a flat mesh
    double snap_start, snap_end;     ///< distance by which an end was moved
    nav_poly_id start_polygon, end_polygon;
    const nav_vec2 *waypoints; ///< start, corners where the path turns, goal
    const double *heights;     ///< of the waypoints; NULL on a flat mesh
    size_t waypoint_count;     ///< 1 when start and goal are the same point
    const nav_portal *portals; ///< in the order in which they are crossed
    size_t portal_count;
    size_t expanded;            ///< nodes taken from the heap
    const nav_path_link *links; ///< in the order in which they are taken
    size_t link_count;
} nav_path;

/// Finds a path: A* over the portals, then the funnel (the taut string in the
/// chain of portals).
///
/// The points are given in plan, as with NAV_FLOOR_ONLY.  NAV_RANGE for
/// coordinates that are not legal, NAV_LIMIT for a mesh with more edges than
/// the search can number, some 2^30; NAV_NOMEM.  Whether the goal can be
/// reached is told from islands and links, without a search.  Cost: O(n log n)
/// for n polygons of the island at worst; on a mesh with links as much again
/// for each leg between two of them that has to be measured.  Where floors fold
/// back on each other so often that an exact search would not end soon, the
/// answer is that of NAV_SEARCH_MIDPOINT, with nav_path.optimal false.
///
/// Sources: P. Hart, N. Nilsson, B. Raphael, "A Formal Basis for the Heuristic
/// Determination of Minimum Cost Paths", 1968; D. T. Lee and F. P. Preparata,
/// "Euclidean Shortest Paths in the Presence of Rectilinear Barriers", 1984;
/// Christopher Dellin and Siddhartha Srinivasa, "A Unifying Formalism for
/// Shortest Path Problems with Expensive Edge Evaluations via Lazy Best-First
/// Search over Paths with Edge Selectors", 2016.
NAV_API NAV_MUST_CHECK nav_status nav_query_path(
    nav_query *query, nav_vec2 start, nav_vec2 end,
    const nav_path_options *options, nav_path *path, nav_error *error);

/// The same between points of which the floor is told.
NAV_API NAV_MUST_CHECK nav_status nav_query_path_at(
    nav_query *query, nav_point start, nav_point end,
    const nav_path_options *options, nav_path *path, nav_error *error);

/// Where a point is.
typedef struct nav_location {
    /// Least number of those that hold `point`; NAV_NONE when all are closed.
    nav_poly_id polygon;
    nav_vec2 point;  ///< the point itself, else the nearest walkable one
    double distance; ///< 0 when the point is on the mesh; infinite when nothing
                     ///< is walkable
    double height;   ///< of the floor there; 0 on a flat mesh
    /// `point` is on several floors and none was chosen; `polygon` is NAV_NONE.
    bool ambiguous;
} nav_location;

/// Finds the polygon that holds a point, or the nearest walkable point.
///
/// The nearest point is rounded to doubles so that it lies on the mesh exactly:
/// locating it again gives distance 0.  Cost: O(log n) as a rule.
NAV_API NAV_MUST_CHECK nav_status nav_query_locate(nav_query *query,
                                                   nav_vec2 point,
                                                   nav_location *location,
                                                   nav_error *error);

/// The same for a point of which the floor is told.  With a height, the nearest
/// point and its distance are those in space.
NAV_API NAV_MUST_CHECK nav_status nav_query_locate_at(nav_query *query,
                                                      nav_point point,
                                                      nav_location *location,
                                                      nav_error *error);

/// What a ray met.
typedef struct nav_ray {
    nav_path_status status; ///< OK, START_OFF_MESH or AMBIGUOUS_FLOOR
    bool clear;             ///< the whole segment is walkable
    nav_vec2 hit;      ///< where it leaves the mesh (rounded); else the end
    double hit_height; ///< of the floor there; 0 on a flat mesh
    double distance;   ///< from start to hit, in plan
    nav_poly_id start_polygon, end_polygon;
} nav_ray;

/// Walks straight from start to end and tells where that leaves the mesh.
///
/// Running along the boundary or past a corner is walkable; a point where two
/// regions only touch is not passed.  Exact up to the rounding of `hit`.  On a
/// mesh with heights the ray stays on its floor: of several floors on the far
/// side of an edge it takes the one that goes on most nearly as steep, of
/// equals that of least number, and it never turns back.  Cost: O(polygons
/// crossed).
NAV_API NAV_MUST_CHECK nav_status nav_query_raycast(nav_query *query,
                                                    nav_vec2 start,
                                                    nav_vec2 end, double snap,
                                                    nav_ray *ray,
                                                    nav_error *error);

/// The same from a point of which the floor is told.
NAV_API NAV_MUST_CHECK nav_status
nav_query_raycast_at(nav_query *query, nav_point start, nav_vec2 end,
                     double snap, nav_ray *ray, nav_error *error);

// ---------------------------------------------------------------------------
// Matrices
// ---------------------------------------------------------------------------

/// Points between all of which lengths are to be measured.  It uses its query,
/// which it must not outlive, and whose thread alone may use it; the mesh and
/// the costs of areas must not change meanwhile.
typedef struct nav_matrix nav_matrix;

/// Finds `count` points on the mesh.  Of the options, `partial` and `crossings`
/// are not looked at.
///
/// NAV_RANGE for coordinates that are not legal; a point off the mesh is none
/// of these, see nav_matrix_status.  NAV_LIMIT, NAV_NOMEM.  Memory: some 50
/// bytes a point, 4 a polygon; and, once a row is flooded, what the search
/// without a goal needs, a few hundred bytes an edge.  O(count log polygons +
/// polygons).
NAV_API NAV_MUST_CHECK nav_status nav_matrix_new(
    nav_query *query, const nav_point *points, size_t count,
    const nav_path_options *options, nav_matrix **matrix, nav_error *error);
NAV_API void nav_matrix_free(nav_matrix *matrix);

/// NAV_PATH_OK, or why a point, below their number, has no lengths:
/// NAV_PATH_START_OFF_MESH or NAV_PATH_AMBIGUOUS_FLOOR.
NAV_API nav_path_status nav_matrix_status(const nav_matrix *matrix,
                                          size_t point);

/// Whether the way back is as long for all pairs: on a mesh without links, with
/// the same cost everywhere, and NAV_SEARCH_OPTIMAL.  Rows need then be asked
/// for from their diagonal on alone.
NAV_API bool nav_matrix_is_symmetric(const nav_matrix *matrix);

/// Measures the paths from point `row` to all points from `begin` on: fills
/// `length` with one number for each, what nav_path.length is (but for the
/// rounding of sums), infinite where there is no path.
///
/// NAV_LIMIT and NAV_NOMEM.  The result depends on the arguments alone, not on
/// rows asked for before.  Cost: a path each; for many points of a symmetric
/// matrix where no floors fold, one search without a goal, O(edges + what the
/// cones of view see), which ends at the farthest point.
NAV_API NAV_MUST_CHECK nav_status nav_matrix_row(nav_matrix *matrix, size_t row,
                                                 size_t begin, double *length,
                                                 nav_error *error);

// ---------------------------------------------------------------------------
// Flow fields
// ---------------------------------------------------------------------------
//
// A grid of square cells over the bounding box of a mesh, from its least
// corner: columns go with x, rows with y, cell 0 0 comes first, row by row.
// What a field knows of a cell holds at its centre, which is
// origin + (column + 1/2, row + 1/2) cell, rounded.  A place is a centre on one
// floor: on a flat mesh every cell is one place, on a mesh with heights a cell
// has one for each of its floors, the lowest first.  A cell without a floor is
// one place all the same, a blocked one.

/// How the distances of a field are found.
typedef enum nav_field_method {
    /// The true distance and the first turn of every centre.  A flood of cones
    /// of view from the goals over the mesh; not one search for each cell.
    NAV_FIELD_EXACT,
    /// Steps over the four neighbours, times the side of a cell; a place points
    /// to the one of its eight neighbours with fewest steps, never diagonally
    /// past a blocked one.  Distances are up to 41 in a hundred too long in the
    /// open, more around the ends of thin walls.
    NAV_FIELD_GRID4
} nav_field_method;

/// When a cell is blocked.
typedef enum nav_cell_test {
    NAV_CELL_CENTRE, ///< when its centre is off the mesh
    NAV_CELL_FULL    ///< when any of its points is; else it is on one floor
} nav_cell_test;

typedef struct nav_field_options {
    double cell; ///< side of a cell, a legal coordinate above 0
    nav_field_method method;
    nav_cell_test test;
    double snap; ///< as in nav_path_options, for the goals
} nav_field_options;

/// A field, which is immutable and may be shared by threads.  It does not need
/// the query or the mesh any more.
typedef struct nav_field nav_field;

/// Makes the field of the distances to the nearest of `count` goals, at least
/// one and fewer than 2^31.
///
/// NAV_RANGE for a cell, a goal or a count that is not legal, NAV_GEOMETRY for
/// a goal that is off the mesh or on several floors, NAV_LIMIT for more than
/// 2^31 cells, or with NAV_FIELD_EXACT floors that fold back on each other so
/// often that there would be no end; NAV_NOMEM.  With links the exact field has
/// the cost of the cheapest way over them; the other method walks only.  Costs
/// of areas are not looked at.
///
/// For NAV_FIELD_GRID4 alone, on a mesh with heights: two places of
/// neighbouring cells are neighbours when the straight walk (nav_query_raycast)
/// from one of them leads to the other.  So are a goal that has no place of its
/// own which is not blocked, and the places around its cell.
///
/// Memory: 14 bytes a place, 6 with NAV_FIELD_GRID4, more on a mesh with
/// heights, and while it is made.  Cost: O(places + what the cones see of the
/// cells), linear in places as a rule.
///
/// Sources: Joseph Mitchell, David Mount, Christos Papadimitriou, "The Discrete
/// Geodesic Problem", 1987 (the flood); Elijah Emerson, "Crowd Pathfinding and
/// Steering Using Flow Field Tiles", 2013 (the grid).
NAV_API NAV_MUST_CHECK nav_status nav_field_new(
    nav_query *query, const nav_point *goals, size_t count,
    const nav_field_options *options, nav_field **field, nav_error *error);
NAV_API void nav_field_free(nav_field *field);

typedef struct nav_field_info {
    nav_field_method method;
    nav_vec2 origin; ///< least corner of the grid
    double cell;
    uint32_t columns, rows;
    uint32_t floors;  ///< most places of one cell; 1 on a flat mesh
    bool has_heights; ///< of the mesh
    size_t places;
    size_t blocked, unreachable; ///< of them
    double most;                 ///< the largest finite distance, 0 without one
    size_t goals;
} nav_field_info;

NAV_API nav_field_info nav_field_get_info(const nav_field *field);

/// Goal `number`, moved on to the mesh if it was off it.
NAV_API nav_vec2 nav_field_goal(const nav_field *field, size_t number);

typedef enum nav_place_status {
    NAV_PLACE_OK,   ///< there is a way
    NAV_PLACE_GOAL, ///< likewise, and a goal lies in the cell, on this floor;
                    ///< with NAV_FIELD_GRID4 even if the cell is blocked
    NAV_PLACE_BLOCKED,
    NAV_PLACE_UNREACHABLE
} nav_place_status;

/// "ok", "goal", "blocked", "unreachable"; static text.
NAV_API const char *nav_place_status_name(nav_place_status status);

/// What a field knows of a place.
typedef struct nav_place {
    nav_place_status status;
    uint32_t column, row;
    nav_vec2 centre;
    double height;   ///< of the floor there, or of the goal where the cell of
                     ///< one has none; 0 on a flat mesh and if blocked
    double distance; ///< infinite if there is no way
    /// Towards the turn, or where floors fold back towards where the way
    /// touches the edge first, of length 1; with NAV_FIELD_GRID4 -1, 0 and 1.
    /// (0, 0) at the goal's cell of the latter, on the turn itself, and without
    /// a way.
    nav_vec2 direction;
    /// Where the shortest way turns first, a corner of the mesh to the bit, or
    /// else the goal or the end of a link; NAV_FIELD_EXACT alone.
    nav_vec2 turn;
} nav_place;

/// Place `number`, in the order of cells, below info.places.  O(1), on a mesh
/// with heights O(log cells).
NAV_API nav_place nav_field_place(const nav_field *field, size_t number);

/// The first of the places of a cell, and how many it has.  O(1).
NAV_API size_t nav_field_cell(const nav_field *field, uint32_t column,
                              uint32_t row, size_t *count);

/// By how much the ways of a field are too long, as parts of the true ones.
/// Distances may be too short next to a goal, whose place in its cell does not
/// count, and where steps lead through walls thinner than a cell, so that their
/// mean may be negative; the others are not.
///
/// A path leads from centre to centre along the directions of the field, and
/// from the last centre on the mesh the shortest way to the goal.  It counts
/// for no less than the true way from any of its places.
typedef struct nav_field_errors {
    size_t compared;                     ///< places with a way in both
    double distance_mean, distance_most; ///< of the distances it gives
    double path_mean, path_most;         ///< of the paths
} nav_field_errors;

/// Compares a NAV_FIELD_GRID4 field with the exact one of the same mesh, cells
/// and goals.  Places with a goal in their cell are left out.  O(places).
NAV_API NAV_MUST_CHECK nav_status nav_field_compare(const nav_field *grid,
                                                    const nav_field *exact,
                                                    nav_field_errors *errors,
                                                    nav_error *error);

// ---------------------------------------------------------------------------
// Crowds: agents that walk through a flow field
// ---------------------------------------------------------------------------
//
// An agent is a point with a mass, a greatest speed and a greatest force.  In a
// step of `dt` it finds a direction in the field, wants to go there at its
// greatest speed, pushed a little by those around it, and steers:
//
//     steering = desired velocity - velocity, cut to the greatest force
//     velocity = velocity + steering / mass dt, cut to the greatest speed
//     place    = place + velocity dt
//
// The velocity never goes past the desired one, however large dt / mass is.
// A move that would leave the mesh goes to the boundary, and with what is left
// of it slides along; the velocity loses its part into the wall where it ends.
// A move meets eight walls at most: what is left of it behind them is dropped,
// as on a finely bent wall where dt is long.
// The place is on the mesh exactly: locating it gives distance 0.
//
// The direction is the bilinear blend of the vectors of the four places whose
// centres are around the agent, brought to length 1; a place that is blocked,
// outside of the grid or without a way gives the vector of length 1 from its
// centre to the agent.  In an exact field this holds where the four agree on
// the turn; else, or within a cell of the turn, the agent goes straight to a
// turn: of its last one and those of the four places the one that it sees and
// that makes its way shortest, or when it sees none the first turn of an exact
// path from where it stands.  Who does not get on so goes to the turn of its
// exact path, slowing down to end on it, and is pushed by nobody meanwhile; so
// does everybody on a mesh with folds, steps or edges of more than two floors,
// from one such edge to the next.  So every agent that has a way arrives; one
// that begins at a goal has arrived already.  With the other method an agent
// that has run into a corner may stay there.

typedef enum nav_agent_status {
    NAV_AGENT_WALKING,
    NAV_AGENT_ARRIVED,        ///< it stays, and pushes nobody
    NAV_AGENT_UNREACHABLE,    ///< no way leads to a goal: likewise
    NAV_AGENT_OFF_MESH,       ///< no walkable point within `snap` of its start
    NAV_AGENT_AMBIGUOUS_FLOOR ///< its start is on several floors
} nav_agent_status;

/// "walking", "arrived", "unreachable", "off_mesh", "ambiguous_floor"; static.
NAV_API const char *nav_agent_status_name(nav_agent_status status);

typedef struct nav_crowd_options {
    double dt;      ///< length of a step in time, above 0; 1
    bool no_smooth; ///< steering = desired velocity
    double arrival; ///< an agent has arrived when it comes as near as this to
                    ///< a goal that it sees; 0 or more, half a cell
    double snap;    ///< as in nav_path_options, for starts; 0
    /// Agents nearer than this, in space, push each other apart in plan, each
    /// with its greatest speed times 1 - distance / separation; all together
    /// with half of it at most, so that nobody is kept from its way.  The push
    /// is a part of the desired velocity.  0 or more; 0: none.
    double separation;
} nav_crowd_options;

/// Agents and the field that they walk through.
///
/// Everything is synchronous: in a step every agent sees where the others were
/// before it.  The result does not depend on the order in which agents are
/// stepped, nor on the number of threads.
typedef struct nav_crowd nav_crowd;

/// dt 1, smooth, arrival half a cell of the field, snap and separation 0.
NAV_API nav_crowd_options nav_crowd_options_default(const nav_field *field);

/// Makes a crowd without agents.  Mesh and field must outlive it, and the mesh
/// must be the one that the field was made for, unchanged.  `allocator` may be
/// NULL for malloc; `options` too, for the default.
///
/// NAV_RANGE for options that are not legal.  NAV_GEOMETRY for a mesh with
/// links: agents walk, and a field whose ways lead over links would mislead
/// them.  Cost: O(edges).
NAV_API NAV_MUST_CHECK nav_status
nav_crowd_new(const nav_mesh *mesh, const nav_field *field,
              const nav_crowd_options *options, const nav_allocator *allocator,
              nav_crowd **crowd, nav_error *error);
NAV_API void nav_crowd_free(nav_crowd *crowd);

/// An agent in the making.  Begin with nav_agent_default().
typedef struct nav_agent_spec {
    nav_point start;
    double mass;      ///< above 0; 1
    double max_speed; ///< 0 or more; one cell in a unit of time
    double max_force; ///< 0 or more; as much as the default of max_speed
} nav_agent_spec;

/// Mass 1, max_speed and max_force a cell of the field; the start is to be set.
NAV_API nav_agent_spec nav_agent_default(const nav_field *field);

/// Adds an agent, standing still, which gets the number nav_crowd_count.
/// Whether it has a way is found out at once.  NAV_RANGE for what is not legal;
/// NAV_LIMIT for more than 2^32 - 1 agents, or as nav_query_path; NAV_NOMEM.
/// Cost: that of a path for each goal with an exact field.
NAV_API NAV_MUST_CHECK nav_status nav_crowd_add(nav_crowd *crowd,
                                                const nav_agent_spec *agent,
                                                nav_error *error);

NAV_API size_t nav_crowd_count(const nav_crowd *crowd);

typedef struct nav_agent {
    nav_agent_status status;
    nav_vec2 position; ///< as given when it is not on the mesh
    nav_vec2 velocity;
    double height;       ///< of its floor; 0 on a flat mesh
    nav_poly_id polygon; ///< that holds the position; NAV_NONE off the mesh
    uint32_t queries;    ///< exact paths that were asked for in its steps
} nav_agent;

/// Agent `number`, below nav_crowd_count.  O(corners of its polygon).
NAV_API nav_agent nav_crowd_agent(const nav_crowd *crowd, size_t number);

/// Makes a step of all agents.  Cost: some hundred nanoseconds an agent and its
/// share of the rays and paths asked for.  NAV_NOMEM, and NAV_LIMIT for a mesh
/// that is too large for the exact paths of agents (nav_query_path), leave some
/// of the agents behind by a step.
///
/// Source: Craig Reynolds, "Steering Behaviors For Autonomous Characters",
/// 1999.
NAV_API NAV_MUST_CHECK nav_status nav_crowd_step(nav_crowd *crowd,
                                                 nav_error *error);

/// The same in parts: nav_crowd_begin_step once, then nav_crowd_step_range for
/// ranges of agents that make up all of them, in any order and in any threads,
/// each with a query of its own on the mesh.  The former fails with NAV_NOMEM
/// alone, the latter as nav_crowd_step does, with the rest of its range behind
/// by a step.
NAV_API NAV_MUST_CHECK nav_status nav_crowd_begin_step(nav_crowd *crowd,
                                                       nav_error *error);
NAV_API NAV_MUST_CHECK nav_status nav_crowd_step_range(nav_crowd *crowd,
                                                       nav_query *query,
                                                       size_t begin, size_t end,
                                                       nav_error *error);

#ifdef __cplusplus
}
#endif

#endif
