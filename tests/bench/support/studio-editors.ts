// Several people at one text in the Studio: from a key to the paint of it on the others' screens.
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { ProgramEditor } from './studio-programs.ts'

declare global {
  interface Window {
    /** Marks of which each screen says when it first painted them, by a clock that all of them share, ms. */
    waymarkSeen: Record<string, number>
  }
}

interface Given {
  /** Windows in which somebody types, and which are looked at. */
  screens: readonly Page[]
  /** Others who type. */
  programs?: readonly ProgramEditor[]
  name: string
  turns: number
  keysASecond: number
}

/** Milliseconds from a key until what was typed stood elsewhere, for each key and each other editor. */
export interface Delays {
  /** Painted on a screen. */
  painted: number[]
  /** In the text of a program. */
  heard: number[]
}

const marks = /«[a-z ]+ \d+\.\d+»/g

/**
 * Lets all of them type at the same pace, one mark a turn, by a name of this time. They take turns within the time of a key, as people do who do not know of each other.
 */
export async function amongEditors({
  screens,
  programs = [],
  name,
  turns,
  keysASecond,
}: Given): Promise<Delays> {
  await Promise.all(screens.map((page) => page.evaluate(watchMarks, name)))
  const others = turns * (screens.length + programs.length - 1)
  const listeners = programs.map((program) => listened(program, name, others))
  const typists = [
    ...screens.map((page) => (mark: string) => page.evaluate(writeMark, mark)),
    ...programs.map((program, index) => async (mark: string) => program.type(screens.length + index, mark)),
  ]
  for (const [line, page] of screens.entries()) {
    await page.locator('.cm-line').nth(line).click()
    await page.keyboard.press('End')
  }
  const sent: { mark: string; by: number; at: number }[] = []
  const pause = 1_000 / keysASecond
  const begun = performance.now() + pause
  await Promise.all(
    typists.map(async (write, by) => {
      for (let turn = 0; turn < turns; turn++) {
        const due = begun + (turn + by / typists.length) * pause
        await setTimeout(Math.max(0, due - performance.now()))
        const mark = `«${name} ${by}.${turn}»`
        // As if one key: what is measured is the way, not how long a name is.
        sent.push({ mark, by, at: await write(mark) })
      }
    }),
  )
  for (const page of screens) {
    await page.waitForFunction((count) => Object.keys(window.waymarkSeen).length >= count, sent.length, {
      timeout: 60_000,
    })
  }
  await Promise.race([
    Promise.all(listeners.map(({ all }) => all)),
    setTimeout(60_000, undefined, { ref: false }),
  ])
  const seen = await Promise.all(screens.map((page) => page.evaluate(() => window.waymarkSeen)))
  const delays = (places: Record<string, number>[], first: number) =>
    sent.flatMap(({ mark, by, at }) =>
      places.flatMap((times, place) => (first + place === by ? [] : [(times[mark] ?? Number.NaN) - at])),
    )
  return {
    painted: delays(seen, 0),
    heard: delays(
      listeners.map(({ heard }) => heard),
      screens.length,
    ),
  }
}

/** When a program first had each mark of a time in its text; `all` resolves once it has so many. */
function listened(program: ProgramEditor, name: string, count: number) {
  const heard: Record<string, number> = {}
  const all = Promise.withResolvers<void>()
  program.onHeard((text) => {
    const now = performance.timeOrigin + performance.now()
    for (const [mark] of text.matchAll(marks)) if (mark.startsWith(`«${name} `)) heard[mark] ??= now
    if (Object.keys(heard).length === count) all.resolve()
  })
  return { heard, all: all.promise }
}

// In the page: writes as a key does, where the caret is.
function writeMark(mark: string): number {
  const at = performance.timeOrigin + performance.now()
  document.execCommand('insertText', false, mark)
  return at
}

// In the page: looks after each frame which marks are on screen.
function watchMarks(name: string): void {
  const seen: Record<string, number> = {}
  window.waymarkSeen = seen
  const look = () => {
    const text = document.querySelector('.cm-content')?.textContent ?? ''
    const now = performance.timeOrigin + performance.now()
    for (const [mark] of text.matchAll(/«[a-z ]+ \d+\.\d+»/g))
      if (mark.startsWith(`«${name} `)) seen[mark] ??= now
    if (window.waymarkSeen === seen) requestAnimationFrame(look)
  }
  look()
}
