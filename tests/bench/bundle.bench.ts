// The JavaScript a browser loads before the first paint, of the app as built; of the Studio, what opens it and all there is.
import { join } from 'node:path'
import { atMost, type BenchContext, type Row } from './bench.ts'
import { measureBundle } from './bundle.ts'

export default async function bench({ stack, root }: BenchContext): Promise<Row[]> {
  // Its start builds the app where the sources changed.
  await stack()
  const pages = await measureBundle(join(root, 'web/dist'))
  return pages.map(({ page, gzipKiB, budgetKiB }) =>
    atMost(
      page.startsWith('Studio') ? `JavaScript of the ${page}` : `Initial JavaScript, ${page}`,
      gzipKiB,
      'KiB gzip',
      budgetKiB,
      'npm run bench bundle',
    ),
  )
}
