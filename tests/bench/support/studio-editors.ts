// Several people at one text in the Studio: from a key to the paint of it on the others' screens.
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** Marks of which each screen says when it first painted them, by a clock that all of them share, ms. */
    waymarkSeen: Record<string, number>
  }
}

/** Lets every page type at the same time, one mark a turn; milliseconds until each of the others showed it. */
export async function amongEditors(
  pages: readonly Page[],
  { turns, keysASecond }: { turns: number; keysASecond: number },
): Promise<number[]> {
  await Promise.all(pages.map((page) => page.evaluate(watchMarks)))
  const sent: { mark: string; by: number; at: number }[] = []
  await Promise.all(
    pages.map(async (page, by) => {
      const lines = page.locator('.cm-line')
      await lines.nth(by).click()
      await page.keyboard.press('End')
      for (let turn = 0; turn < turns; turn++) {
        const mark = `«${by}.${turn}»`
        // As if one key: what is measured is the way, not how long a name is.
        const at = await page.evaluate(writeMark, mark)
        sent.push({ mark, by, at })
        await setTimeout(1_000 / keysASecond)
      }
    }),
  )
  for (const page of pages) {
    await page.waitForFunction((count) => Object.keys(window.waymarkSeen).length >= count, sent.length, {
      timeout: 60_000,
    })
  }
  const seen = await Promise.all(pages.map((page) => page.evaluate(() => window.waymarkSeen)))
  return sent.flatMap(({ mark, by, at }) =>
    seen.flatMap((marks, screen) => (screen === by ? [] : [(marks[mark] ?? Number.NaN) - at])),
  )
}

// In the page: writes as a key does, where the caret is.
function writeMark(mark: string): number {
  document.execCommand('insertText', false, mark)
  return performance.timeOrigin + performance.now()
}

// In the page: looks after each frame which marks are on screen.
function watchMarks(): void {
  const seen: Record<string, number> = {}
  window.waymarkSeen = seen
  const look = () => {
    const text = document.querySelector('.cm-content')?.textContent ?? ''
    const now = performance.timeOrigin + performance.now()
    for (const [mark] of text.matchAll(/«\d+\.\d+»/g)) seen[mark] ??= now
    requestAnimationFrame(look)
  }
  look()
}
