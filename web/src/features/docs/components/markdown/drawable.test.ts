import { describe, expect, it } from 'vitest'
import { isDrawable } from './drawable.ts'

describe('a diagram of strangers', () => {
  it.each([
    'graph LR; A --> B',
    'graph LR; A <--> B',
    'graph TD; A["one<br>two<br/>three"]',
    'classDiagram\nAnimal <|-- Cat\nclass Animal {\n <<interface>>\n}',
    'sequenceDiagram\nA->>B: 3 < 4 & more',
  ])('is drawn: %s', (text) => {
    expect(isDrawable(text)).toBe(true)
  })
  it.each([
    'graph TD; A["<img src=x onerror=window.hit=1>"]',
    'graph TD; A["<IMG src=x onerror=window.hit=1>"]',
    'graph TD; A["<<img src=x onerror=window.hit=1>>"]',
    'graph TD; A["<<<a>>img src=x onerror=window.hit=1>"]',
    'graph TD; A["<br onclick=window.hit=1>"]',
    'graph TD; A["</text><script>window.hit=1</script>"]',
    'graph TD; A["#lt;img src=x onerror=window.hit=1>"]',
    'graph TD; A["#60;img src=x onerror=window.hit=1>"]',
    'graph TD; A["&lt;img src=x onerror=window.hit=1>"]',
    'graph TD; A["&#x3c;img src=x onerror=window.hit=1>"]',
    'graph TD; A["&#060;img src=x onerror=window.hit=1>"]',
    'graph TD; A["$$\\href{javascript:window.hit=1}{x}$$"]',
    `graph TD; ${'A --> B; '.repeat(3_000)}`,
  ])('stays text: %#', (text) => {
    expect(isDrawable(text)).toBe(false)
  })
})
