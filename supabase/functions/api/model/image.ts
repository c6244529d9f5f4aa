/** The types that browsers show as images, by the end of the name; all else is no image. */
const types: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
  bmp: 'image/bmp',
}

/** The type of an image by its name; undefined for what is none. */
export function imageType(path: string): string | undefined {
  return types[path.split('.').at(-1)?.toLowerCase() ?? '']
}

/** Whether a file is an image, as its name says. */
export function isImagePath(path: string): boolean {
  return imageType(path) !== undefined
}
