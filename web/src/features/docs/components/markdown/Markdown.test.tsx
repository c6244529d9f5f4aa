import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { requestOfBlock } from '../../samples/http-block.ts'
import { renderDocs, stubView, testSource } from '../../testing.tsx'
import { DataBlockProvider } from './DataBlock.tsx'
import { Markdown } from './Markdown.tsx'
import { safeHref } from './safety.ts'

beforeEach(() => {
  stubView()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function html(text: string): Promise<HTMLElement> {
  const { container } = renderDocs(<Markdown text={text} anchors />)
  // What formats the text arrives in two steps: first Markdown, then what reads HTML.
  await waitFor(() => expect(container.querySelector('.bare')).toBeNull())
  if (text.includes('<i>end</i>')) {
    await waitFor(() => expect(container.querySelector('i')?.textContent).toBe('end'))
  }
  return container
}

const attacks = [
  '<script>window.hit = 1</script>',
  '<img src=x onerror="window.hit = 1">',
  '<svg onload="window.hit = 1"><script>window.hit = 1</script></svg>',
  '<iframe srcdoc="<script>parent.hit = 1</script>"></iframe>',
  '<a href="javascript:window.hit=1">x</a>',
  '<a href="jAvAsCrIpT:window.hit=1">x</a>',
  '<a href="java\tscript:window.hit=1">x</a>',
  '<a href="&#106;avascript:window.hit=1">x</a>',
  '<a href="data:text/html,<script>1</script>">x</a>',
  '<form action="javascript:window.hit=1"><button>x</button></form>',
  '<math><mtext><table><mglyph><style><img src=x onerror="window.hit=1">',
  '<div style="background:url(javascript:1)" onclick="window.hit=1" id="root">x</div>',
  '<object data="javascript:1"></object><embed src="javascript:1"><base href="//evil.test/">',
  '<meta http-equiv="refresh" content="0;url=//evil.test"><link rel="stylesheet" href="//evil.test">',
  '[x](javascript:window.hit=1)',
  '[x](  JaVaScRiPt:window.hit=1)',
  '[x](vbscript:1)',
  '![x](javascript:window.hit=1)',
  '![x](data:image/svg+xml;base64,PHN2Zy8+)',
  '[x]: javascript:window.hit=1\n\n[x]',
  '<javascript:window.hit=1>',
  '```js\n</code></pre><script>window.hit = 1</script>\n```',
  '<!-- --><script>window.hit = 1</script><!-- -->',
  '<!-- theme: "><script>window.hit=1</script> -->\n> x',
  '```math\n\\href{javascript:window.hit=1}{x}\n```',
  '```math\n\\text{<script>window.hit=1</script><img src=x onerror=window.hit=1>}\n```',
  '$$\\htmlData{onclick=window.hit=1}{x} \\includegraphics{javascript:window.hit=1}$$',
  '$$<img src=x onerror="window.hit=1">$$',
  '$$\\def\\a{\\a\\a}\\a$$',
  '```mermaid\ngraph TD; A["<img src=x onerror=window.hit=1>"] --> B["<script>window.hit=1</script>"]\n```',
  '```mermaid\n%%{init: {"securityLevel": "loose"}}%%\ngraph TD; A; click A href "javascript:window.hit=1"\n```',
  '```js {1} title="<script>window.hit = 1</script>"\nlet a\n```',
]

describe('text of strangers', () => {
  it.each(attacks)('renders nothing that could run: %s', async (attack) => {
    const root = await html(`<i>end</i>\n\n${attack}`)
    expect(
      root.querySelector('script,iframe,object,embed,base,meta,link,style,form,svg:not([data-testid])'),
    ).toBeNull()
    for (const element of root.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on/)
        if (['href', 'src', 'action', 'formaction', 'xlink:href'].includes(name)) {
          expect(value).not.toMatch(/^\s*(?:javascript|vbscript|data)/i)
        }
      }
      expect(element.id).not.toBe('root')
    }
    expect('hit' in window).toBe(false)
  })
  it.each(['> '.repeat(3000), '*a_ '.repeat(4000), `${'['.repeat(2000)}a${'](b)'.repeat(2000)}`])(
    'shows a text as it is written where formatting would stop the page: %.9s',
    async (text) => {
      const { container } = renderDocs(<Markdown text={text} />)
      expect(await screen.findByText(/^This text is shown as it was written/)).toBeTruthy()
      expect(container.textContent).toContain(text)
    },
  )
  it('keeps harmless HTML', async () => {
    const root = await html('<p>A <b>bold</b> word<br>and <code>code</code></p>\n\n<i>end</i>')
    expect(root.querySelector('b')?.textContent).toBe('bold')
    expect(root.querySelector('br')).not.toBeNull()
  })
  it('gives links out of the site no power over it, and loads images lazily without a referrer', async () => {
    const root = await html('[out](https://x.test) ![pic](https://x.test/a.png)')
    const link = root.querySelector('a')
    expect(link?.rel).toBe('noopener noreferrer nofollow')
    expect(link?.target).toBe('_blank')
    const image = root.querySelector('img')
    expect(image?.getAttribute('loading')).toBe('lazy')
    expect(image?.getAttribute('referrerpolicy')).toBe('no-referrer')
  })
  it('reads schemes as browsers do', () => {
    expect(safeHref('java\nscript:alert(1)')).toBeUndefined()
    expect(safeHref('\u0001javascript:alert(1)')).toBeUndefined()
    expect(safeHref('mailto:a@x.test')).toBe('mailto:a@x.test')
    expect(safeHref('./a.md#b:c')).toBe('./a.md#b:c')
    expect(safeHref('?a=b:c')).toBe('?a=b:c')
  })
})

describe('links inside a project', () => {
  it('lead from a file to another file of the project', async () => {
    const root = await html(
      '[next](../other/setup.md#install) [api](/reference/x.yaml/paths/~1pets/get) [here](#top)',
    )
    const links = [...root.querySelectorAll('a')].map((link) => link.getAttribute('href'))
    expect(links).toEqual([
      '/docs/p/branches/main/~/docs/other/setup.md#install',
      '/docs/p/branches/main/~/reference/x.yaml/paths/~1pets/get',
      '#top',
    ])
  })
  it('to a heading lead there each time', async () => {
    const seen: (string | null)[] = []
    Element.prototype.scrollIntoView = function () {
      seen.push(this.textContent)
    }
    renderDocs(<Markdown text={'[up](#Second-Part)\n\n## Second part'} />)
    const link = await screen.findByRole('link', { name: 'up' })
    for (const times of [1, 2]) {
      await userEvent.click(link)
      await waitFor(() => expect(seen).toEqual(Array(times).fill('Second part')))
    }
  })
  it('start from the file that a node stands in', async () => {
    const source = testSource([], '/reference/x.yaml/paths/~1pets.json/get')
    renderDocs(<Markdown text="[next](../docs/setup.md)" />, { source })
    const link = await screen.findByRole('link', { name: 'next' })
    expect(link.getAttribute('href')).toBe('/docs/p/branches/main/~/docs/setup.md')
  })
})

describe('flavoured Markdown', () => {
  it('gives headings an address', async () => {
    const root = await html('# One\n\n## Two words')
    expect(root.querySelector('h2')?.id).toBe('two-words')
    expect(root.querySelector('h2 + a')?.getAttribute('href')).toBe('#two-words')
  })
  it('keeps the names of places that an author gave in HTML, apart from those of the page', async () => {
    const root = await html('<a name="limits"></a>\n\n<p id="root">Words</p>\n\n<i>end</i>')
    expect([...root.querySelectorAll('[id]')].map(({ id }) => id)).toEqual([
      'user-content-limits',
      'user-content-root',
    ])
  })
  it('turns annotated quotations into callouts', async () => {
    await html('<!-- theme: warning -->\n\n> ### Watch out\n> Hot\n\n> plain')
    expect(screen.getByRole('complementary', { name: 'Warning' }).textContent).toContain('Hot')
    expect(document.querySelectorAll('blockquote')).toHaveLength(1)
  })
  it.each(['NOTE', 'tip', 'Important', 'WARNING', 'CAUTION'])(
    'turns a quotation that begins with [!%s] into a callout of that name',
    async (word) => {
      await html(`> [!${word}]\n> Some **hot** words\n>\n> - More`)
      const title = `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()}`
      const callout = screen.getByRole('complementary', { name: title })
      expect(callout.textContent?.replaceAll('\n', '')).toBe(`${title}Some hot wordsMore`)
    },
  )
  it('leaves a quotation as it is whose mark says nothing, stands in its text or is another’s', async () => {
    const texts = ['[!NOTE]', '[!NOTE] Same line', '[!NOTE]**x**', '[!HINT]\n> Words', 'Words\n> [!NOTE]']
    const root = await html(texts.map((text) => `> ${text}`).join('\n\nBetween\n\n'))
    expect(root.querySelectorAll('blockquote')).toHaveLength(texts.length)
    expect(screen.queryByRole('complementary')).toBeNull()
  })
  it('titles code and tables', async () => {
    await html(
      '<!--\ntitle: "My snippet"\nlineNumbers: true\n-->\n\n```js\nlet a\n```\n\n<!-- title: Numbers -->\n\n|a|\n|-|\n|1|',
    )
    expect(screen.getByText('My snippet')).toBeTruthy()
    expect(screen.getByText('Numbers').tagName).toBe('FIGCAPTION')
  })
  it('points at the lines that an author marks', async () => {
    const root = await html(
      '```js {2,4-9} title="Marks"\n1\n2\n3\n4\n```\n\n<!-- highlightLines: [[1,2],[3]] -->\n\n```js\n1\n2\n3\n```',
    )
    const marks = [...root.querySelectorAll('pre')].map((code) => code.querySelectorAll('.marked').length)
    expect(marks).toEqual([2, 3])
    expect(screen.getByText('Marks')).toBeTruthy()
  })
  it('writes formulas between double dollars, and leaves prices alone', async () => {
    const root = await html(
      '<i>end</i>\n\nFrom $5 to $10: $$a^2$$\n\n$$\n\\frac{1}{2}\n$$\n\n```math\nx\n```',
    )
    await waitFor(() => expect(root.querySelectorAll('math')).toHaveLength(3))
    expect(root.textContent).toContain('From $5 to $10:')
    expect(root.querySelectorAll('math mfrac')).toHaveLength(1)
  })
  it('shows a formula that cannot be read as it is written', async () => {
    const root = await html('```math\n\\frac{\n```')
    await waitFor(() => expect(root.querySelector('.formula')?.textContent).toBe('\\frac{'))
  })
  it('keeps footnotes together at the end', async () => {
    const root = await html('One[^a].\n\n[^a]: The note.')
    const note = root.querySelector('section li')
    expect(note?.textContent).toContain('The note.')
    expect(root.querySelector('sup a')?.getAttribute('href')).toBe(`#${note?.id}`)
    const back = note?.querySelector('a')?.getAttribute('href') ?? ''
    expect(root.querySelector(`sup ${back}`)).toBeTruthy()
  })
  it('shows one tab at a time', async () => {
    await html(
      '<!-- type: tab\ntitle: Mac -->\n\nbrew\n\n<!--\ntype: tab\ntitle: Linux\n-->\n\napt\n\n<!-- type: tab-end -->\n\nafter',
    )
    expect(screen.getByText('brew')).toBeTruthy()
    expect(screen.queryByText('apt')).toBeNull()
    await userEvent.click(screen.getByRole('tab', { name: 'Linux' }))
    expect(screen.getByText('apt')).toBeTruthy()
    expect(screen.getByText('after')).toBeTruthy()
  })
  it('hands schema and request blocks on, and shows what cannot be read as code', async () => {
    const text =
      '```json json_schema\n{"type": "object"}\n```\n\n```json http\n{"url": "/a"}\n```\n\n```json http\n{broken\n```'
    renderDocs(
      <DataBlockProvider
        value={(kind, value) => <b>{kind === 'http' ? requestOfBlock(value)?.url : 'schema'}</b>}
      >
        <Markdown text={text} />
      </DataBlockProvider>,
    )
    expect(await screen.findByText('schema')).toBeTruthy()
    expect(screen.getByText('/a')).toBeTruthy()
    expect(screen.getByRole('group', { name: 'Code' }).textContent).toBe('{broken')
  })
})
