/** The product's own colours that screens and mails share, each for light and for dark. */
export const productColours = {
  light: {
    primary: '#0f766e',
    page: '#f3f4f1',
    card: '#ffffff',
    box: '#f3f4f1',
    strong: '#1c2322',
    soft: '#56605e',
  },
  dark: {
    primary: '#4fd1c0',
    page: '#111615',
    card: '#181e1d',
    box: '#2b3432',
    strong: '#e7ecea',
    soft: '#a3afac',
  },
}

/** A hex colour of 3, 4, 6 or 8 digits. */
export const hexColourPattern = /^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$/
