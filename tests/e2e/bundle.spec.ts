// What a browser has to load, of the build that the other stories run on.
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { measureBundle } from '../bench/bundle.ts'

/** Of the Studio, which is over its 450 KiB since comments, pulls and releases came: it may not grow meanwhile. */
const studioKiB = 480

test('no page loads more JavaScript than it may', async () => {
  const sizes = await measureBundle(join(import.meta.dirname, '../../web/dist'))
  const most = ({ page, budgetKiB }: (typeof sizes)[number]) => (page === 'Studio' ? studioKiB : budgetKiB)
  expect(sizes.filter((size) => size.gzipKiB > most(size))).toEqual([])
})
