/** The product's own colours, on screens and in mails: on white, and on dark. */
export const productColours = { light: '#0f766e', dark: '#4fd1c0' }

/** A hex colour of 3, 4, 6 or 8 digits. */
export const hexColourPattern = /^#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i
