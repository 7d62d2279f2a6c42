// numbers.js - numbers as navquery prints them (nav_number_write): the shortest
// text that reads back to the same double, which is what toExponential gives,
// without an exponent from 1e-5 to 1e17.
function numberText(value) {
    const size = Math.abs(value);
    const sign = value < 0 ? '-' : '';
    if (size === 0 || !Number.isFinite(value)) {
        return size === 0 ? '0' : String(value);
    }
    const [mantissa, exponent] = size.toExponential().split('e');
    if (size < 1e-5 || size >= 1e17) {
        const shown = Math.abs(exponent);
        return sign + mantissa + 'e' + (exponent < 0 ? '-' : '') +
            (shown < 10 ? '0' : '') + shown;
    }
    const digits = mantissa.replace('.', '');
    const point = Number(exponent) + 1; // digits in front of it
    if (point <= 0) {
        return sign + '0.' + '0'.repeat(-point) + digits;
    }
    return sign + (point >= digits.length
        ? digits + '0'.repeat(point - digits.length)
        : digits.slice(0, point) + '.' + digits.slice(point));
}

function pointText(point) {
    return point.map(numberText).join(',');
}

// Reads "x,y", or "x,y,z" on the axes of a model; null when it is neither.
function pointOf(text, axes) {
    const parts = text.split(',').map((part) => part.trim());
    const number = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;
    if (parts.length < 2 || parts.length > axes ||
        !parts.every((part) => number.test(part))) {
        return null;
    }
    return parts.map(Number);
}

function counted(count, one, many) {
    return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
