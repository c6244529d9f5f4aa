// A picture that somebody chose, as the server takes it: SVG as it is, everything else that this browser can show as PNG.

export type PictureKind = 'favicon' | 'logo'

/** The largest that is sent, px: what is shown, for screens with three pixels in each. */
const bounds: Record<PictureKind, [width: number, height: number]> = {
  favicon: [192, 192],
  logo: [750, 192],
}

const mostSvgBytes = 512 * 1024
const mostFileBytes = 20 * 1024 * 1024

/** A file that cannot be taken; its message is the sentence for whoever chose it. */
export class UnfitPicture extends Error {}

/** The picture in Base64; throws UnfitPicture for what is none. */
export async function pictureFrom(file: File, kind: PictureKind): Promise<string> {
  if (file.type === 'image/svg+xml') {
    if (file.size > mostSvgBytes) throw new UnfitPicture('The drawing is larger than 512 KB.')
    return base64Of(file)
  }
  if (file.size > mostFileBytes) throw new UnfitPicture('The picture is larger than 20 MB.')
  return base64Of(await asPng(file, bounds[kind]))
}

async function asPng(file: File, [mostWidth, mostHeight]: [number, number]): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new UnfitPicture('This is no picture that the browser knows.')
  })
  const scale = Math.min(1, mostWidth / bitmap.width, mostHeight / bitmap.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new UnfitPicture('The picture could not be read.')
  return blob
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
