import { isPng, safePng } from './safe-png.ts'
import { safeSvg } from './safe-svg.ts'

/** A picture that any page may show. */
export interface SafePicture {
  type: 'image/png' | 'image/svg+xml'
  bytes: Uint8Array
}

const mostBytes = 512 * 1024
/** A look that a sheet says once is said by each element; the table keeps no more. */
const mostMade = 1024 * 1024

/** What of an upload may be shown to anyone: pixels encoded anew or a sanitised drawing; null for anything else. */
export async function safePicture(bytes: Uint8Array): Promise<SafePicture | null> {
  if (bytes.length > mostBytes) return null
  if (isPng(bytes)) {
    const made = await safePng(bytes)
    return made && { type: 'image/png', bytes: made }
  }
  const drawn = safeSvg(new TextDecoder().decode(bytes))
  const made = new TextEncoder().encode(drawn ?? '')
  return drawn === null || made.length > mostMade ? null : { type: 'image/svg+xml', bytes: made }
}
