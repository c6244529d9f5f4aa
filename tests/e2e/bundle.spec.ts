// What a browser has to load, of the build that the other stories run on.
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { measureBundle } from '../bench/bundle.ts'

test('no page loads more JavaScript than it may', async () => {
  const sizes = await measureBundle(join(import.meta.dirname, '../../web/dist'))
  expect(sizes.filter(({ gzipKiB, budgetKiB }) => gzipKiB > budgetKiB)).toEqual([])
})
