import { describe, expect, it } from 'vitest'
import { type Draft, type Edit, insertBlock, insertCode, insertLink, toggleWrap } from './edits.ts'
import { continueList, type LinePrefix, togglePrefix } from './line-edits.ts'
import { requestBlockAt, writeRequestBlock } from './request-block.ts'

// '⟦' and '⟧' stand for the ends of the selection, '|' for a cursor.
function draft(marked: string): Draft {
  const start = marked.search(/[⟦|]/)
  const text = marked.replace(/[⟦⟧|]/g, '')
  const close = marked.indexOf('⟧')
  return { text, start, end: close === -1 ? start : close - 1 }
}

function edited(marked: string, change: (draft: Draft) => Edit | undefined): string {
  const before = draft(marked)
  const edit = change(before)
  if (!edit) return 'unchanged'
  const text = before.text.slice(0, edit.from) + edit.insert + before.text.slice(edit.to)
  if (edit.start === edit.end) return `${text.slice(0, edit.start)}|${text.slice(edit.start)}`
  return `${text.slice(0, edit.start)}⟦${text.slice(edit.start, edit.end)}⟧${text.slice(edit.end)}`
}

describe('marks', () => {
  const bold = (value: Draft) => toggleWrap(value, '**', 'bold')

  it.each([
    ['a ⟦word⟧ here', 'a **⟦word⟧** here'],
    ['a **⟦word⟧** here', 'a ⟦word⟧ here'],
    ['a ⟦**word**⟧ here', 'a ⟦word⟧ here'],
    ['a wo|rd here', 'a **⟦word⟧** here'],
    ['a word| here', 'a word**⟦bold⟧** here'],
    ['|', '**⟦bold⟧**'],
    ['a ⟦ word ⟧here', 'a  **⟦word⟧** here'],
    ['⟦one\n\ntwo⟧', '⟦**one**\n\n**two**⟧'],
    ['⟦**one**\n**two**⟧', '⟦one\ntwo⟧'],
    ['⟦$& costs⟧', '**⟦$& costs⟧**'],
  ])('%j becomes %j', (before, expected) => {
    expect(edited(before, bold)).toBe(expected)
  })
})

describe('links and blocks', () => {
  it.each([
    ['see ⟦the docs⟧', 'see [the docs](⟦https://⟧)'],
    ['see ⟦https://a.io/b⟧', 'see [⟦text⟧](https://a.io/b)'],
    ['see |', 'see [⟦text⟧](https://)'],
  ])('links %j', (before, expected) => {
    expect(edited(before, insertLink)).toBe(expected)
  })

  it.each([
    ['|', '⟦X⟧'],
    ['one| line', 'one line\n\n⟦X⟧'],
    ['one\n|two', 'one\ntwo\n\n⟦X⟧'],
    ['one\n\n|\n\ntwo', 'one\n\n⟦X⟧\n\ntwo'],
    ['one\n|', 'one\n\n⟦X⟧'],
    ['a ⟦b⟧ c', 'a \n\n⟦X⟧\n\n c'],
  ])('a block in %j has lines of its own', (before, expected) => {
    expect(edited(before, (value) => insertBlock(value, 'X'))).toBe(expected)
  })

  it('fences code more strongly than what it holds', () => {
    expect(edited('⟦```\na\n```⟧', insertCode)).toBe('````\n⟦```\na\n```⟧\n````')
    expect(edited('|', insertCode)).toBe('```\n|\n```')
  })
})

describe('beginnings of lines', () => {
  it.each<[LinePrefix, string, string]>([
    ['quote', 'a|b', '> a|b'],
    ['quote', '> a|b', 'a|b'],
    ['bulleted', '⟦one\n\ntwo⟧', '⟦- one\n\n- two⟧'],
    ['numbered', '⟦- one\n- two⟧', '⟦1. one\n2. two⟧'],
    ['checkbox', '  - on|e', '  - [ ] on|e'],
    ['bulleted', '- [x] don|e', '- don|e'],
    ['checkbox', '⟦- [x] one\n- [ ] two⟧', '⟦one\ntwo⟧'],
    ['heading2', 'Titl|e', '## Titl|e'],
    ['heading3', '# Titl|e', '### Titl|e'],
    ['heading1', '# Titl|e', 'Titl|e'],
    ['bulleted', '|', '- |'],
    ['bulleted', '⟦one\n⟧two', '⟦- one⟧\ntwo'],
  ])('%s of %j', (prefix, before, expected) => {
    expect(edited(before, (value) => togglePrefix(value, prefix))).toBe(expected)
  })
})

describe('Enter', () => {
  it.each([
    ['- one|', '- one\n- |'],
    ['  9. nine|', '  9. nine\n  10. |'],
    ['- [x] done|', '- [x] done\n- [ ] |'],
    ['- one\n- |', '- one\n|'],
    ['plain|', 'unchanged'],
    ['- on|e', 'unchanged'],
  ])('after %j', (before, expected) => {
    expect(edited(before, continueList)).toBe(expected)
  })
})

describe('the request block', () => {
  const values = {
    method: 'POST',
    url: 'https://api.example.com/users',
    headers: [
      { name: 'Accept', value: 'application/json' },
      { name: '', value: '' },
    ],
    body: '{"name": "Ada"}',
  }

  it('is read as it was written', () => {
    const text = `Before\n\n${writeRequestBlock(values)}\n\nAfter`
    const block = requestBlockAt(draft(text.replace('POST'.toLowerCase(), 'po|st')))
    expect(text.slice(block?.from, block?.to)).toBe(writeRequestBlock(values))
    expect(block?.values).toEqual({ ...values, headers: [values.headers[0]], body: '{\n  "name": "Ada"\n}' })
  })

  it('keeps what the form does not show, and a body that is no JSON as text', () => {
    const text = '```json http\n{"url": "/a", "query": {"q": 1}, "body": "a=b"}\n```'
    const block = requestBlockAt({ text, start: 20, end: 20 })
    expect(block?.values.body).toBe('a=b')
    expect(writeRequestBlock(block?.values ?? values, block?.rest)).toContain('"query": {\n    "q": 1\n  }')
  })

  it('is none outside, and none that is broken', () => {
    expect(requestBlockAt(draft('a|\n\n```json http\n{"url": "/a"}\n```'))).toBeUndefined()
    expect(requestBlockAt(draft('```json http\n{bro|ken\n```'))).toBeUndefined()
  })
})
