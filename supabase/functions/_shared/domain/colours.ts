/** A hex colour of 3, 4, 6 or 8 digits (spec 1 §5). */
export const hexColourPattern = /^#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i
