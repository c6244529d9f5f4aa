import { deflateSync } from 'node:zlib'
import { decode, encode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { safePicture } from './safe-picture.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const drawn = async (svg: string) => {
  const picture = await safePicture(bytes(svg))
  return picture && new TextDecoder().decode(picture.bytes)
}

describe('a PNG', () => {
  const pixels = Uint8Array.from([255, 0, 0, 255, 0, 255, 0, 128])
  const plain = encode({ width: 2, height: 1, data: pixels, channels: 4, depth: 8 })

  it('is encoded anew, without what is not pixels', async () => {
    const text = encode({
      width: 2,
      height: 1,
      data: pixels,
      channels: 4,
      depth: 8,
      text: { Comment: '<script>' },
    })
    const picture = await safePicture(text)
    expect(picture?.type).toBe('image/png')
    expect(new TextDecoder('latin1').decode(picture?.bytes)).not.toContain('script')
    expect([...decode(picture?.bytes ?? new Uint8Array()).data]).toEqual([...pixels])
  })

  it.each([
    ['cut off', plain.subarray(0, 40)],
    ['only begun', plain.subarray(0, 8)],
    ['of more pixels than anybody looks at', withHeader(plain, 100_000, 100_000)],
    ['of no pixels', withHeader(plain, 0, 1)],
    ['larger inside than it says', bomb(plain)],
  ])('that is %s is none', async (_what, file) => {
    expect(await safePicture(file)).toBe(null)
  })
})

describe('a drawing', () => {
  it('keeps its shapes, colours and names of parts', async () => {
    const svg = await drawn(
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><defs><linearGradient id="g"><stop offset="0" stop-color="#f00"/></linearGradient></defs><path d="M0 0h10" fill="url(#g)" stroke-width="2"/></svg>',
    )
    expect(svg).toContain('xmlns="http://www.w3.org/2000/svg"')
    expect(svg).toContain('viewBox="0 0 10 10"')
    expect(svg).toContain('<linearGradient id="g">')
    expect(svg).toMatch(/<path d="M0 0h10" fill="url\(#g\)" stroke-width="2"/)
  })

  it('keeps what many parts are clipped and painted with', async () => {
    const clips = Array.from(
      { length: 500 },
      (_, at) => `<clipPath id="c${at}"><rect width="${at}"/></clipPath>`,
    )
    const shapes = clips.map((_, at) => `<path clip-path="url(#c${at})" fill="url(#g)" d="M0 0h10"/>`)
    const svg = await drawn(
      `<svg><linearGradient id="g"><stop offset="0"/><stop offset="1"/></linearGradient>${clips.join('')}<g>${shapes.join('')}</g></svg>`,
    )
    expect(svg?.match(/clip-path="url\(#c\d+\)" fill="url\(#g\)"/g)).toHaveLength(500)
  })

  it.each([
    ['tags in tags', `<svg>${'<a b'.repeat(200_000)}`],
    ['quotes that open nothing', `<svg>${'<a "'.repeat(200_000)}</svg>`],
    [
      'a tag with more attributes than any has',
      `<svg ${Array.from({ length: 50_000 }, (_, at) => `a${at}`).join(' ')}></svg>`,
    ],
    ['a tag without an end', `<svg><path d="M0 0"`],
    ['an element without an end', `<svg><g>`],
    ['ends in another order', `<svg><g><text></g></text></svg>`],
    [
      'text in ever more shapes of letters',
      `<svg>${`<div>${Array.from({ length: 98 }, (_, at) => `<b a${at}="">`).join('')}${'</b>'.repeat(98)}</div>`.repeat(10)}${'<div>x</div>'.repeat(1000)}</svg>`,
    ],
    ['rows that stand outside of their table', `<svg><table>${'<i></i>x '.repeat(19_900)}</table></svg>`],
    ['HTML in a drawing', `<svg><desc>${'<a></a>x '.repeat(9_000)}</desc></svg>`],
    ['HTML beside a drawing', `<svg><g/><table>${'x<z></z>'.repeat(9_000)}</table></svg>`],
    [
      'letters in a pattern',
      `<svg><pattern id="p"><text>${'x'.repeat(20_000)}</text></pattern>${'<rect fill="url(#p)"/>'.repeat(300)}</svg>`,
    ],
    ['curves that swing on', `<svg>${`<path d="M0 0Q9 9 1 1${'T0 0'.repeat(1_000)}"/>`.repeat(30)}</svg>`],
  ])('of %s is none, and soon', async (_what, svg) => {
    expect(await drawn(svg)).toBe(null)
  })

  const curves = (count: number) =>
    Array.from({ length: count }, (_, at) => `C${at} 900 400 ${at} 800 800`).join(' ')

  it.each([
    [
      'a pattern of a long path that many are painted with',
      `<svg><pattern id="p"><path d="M0 0${curves(2_000)}"/></pattern>${'<rect fill="url(#p)"/>'.repeat(900)}</svg>`,
    ],
    [
      'curves with a stroke that lead far away',
      `<svg viewBox="0 0 200 60"><path stroke="red" d="M0 0${'c9e6 9-9-9e6 9 9'.repeat(20)}"/></svg>`,
    ],
    [
      'curves that are enlarged',
      `<svg><g id="a" transform="scale(999)"><circle r="9" stroke="red"/></g><use href="#a" transform="matrix(9 0 0 900 0 0)"/></svg>`,
    ],
    [
      'curves in a box of next to nothing',
      `<svg><symbol id="a" viewBox="0 0 .001 .001"><circle r="99"/></symbol><use href="#a"/></svg>`,
    ],
    ['curves that are bent', `<svg><circle r="99" transform="skewX(89.9999)"/></svg>`],
    [
      'an outline that crosses itself again and again',
      `<svg><path d="M0 0${Array.from({ length: 40_000 }, (_, at) => `L${(at * 7919) % 200} ${(at * 104_729) % 60}`).join('')}"/></svg>`,
    ],
    [
      'groups that shine through',
      `<svg><g id="a">${'<g opacity=".5"><path d="M0 0"/></g>'.repeat(90)}</g>${'<use href="#a"/>'.repeat(200)}</svg>`,
    ],
    [
      'letters of more families than a machine has',
      `<svg>${Array.from({ length: 200 }, (_, at) => `<text font-family="f${at}">a</text>`).join('')}</svg>`,
    ],
  ])('that keeps a browser at work is none: %s', async (_what, svg) => {
    expect(await drawn(svg)).toBe(null)
  })

  it('may be traced at ten times its size, step by step', async () => {
    const svg = await drawn(
      `<svg viewBox="0 0 1280 1280"><g transform="translate(0,1280) scale(0.1,-0.1)"><path d="M9000 9000${'c10 -32 -51 70 83 -22 '.repeat(2_000)}"/></g></svg>`,
    )
    expect(svg).toContain('scale(0.1,-0.1)')
  })

  it('may have a long path, whose outline has no dashes', async () => {
    const svg = await drawn(
      `<svg viewBox="0 0 900 900"><path stroke-dasharray=".1" d="M0 0${curves(2_000)}"/></svg>`,
    )
    expect(svg).toContain('800 800"')
    expect(svg).not.toContain('dash')
  })

  it('leaves out what is no drawing, with all that it says', async () => {
    const svg = await drawn(
      `<?xml version="1.0"?><!-- <g id=" --><svg><metadata><rdf:RDF><b>secret</b></rdf:RDF></metadata><style><![CDATA[ a < b ]]></style><x:y a="1"/><g><!-- <p> --><path d="M0 0"/></g><title>Logo</title></svg>\n`,
    )
    expect(svg).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg"><g><path d="M0 0" /></g><title>Logo</title></svg>',
    )
  })

  it('may say in quotes what would end a tag', async () => {
    expect(await drawn('<svg><text font-family="a > b" x = \'1\'>1 &lt; 2</text></svg>')).toContain(
      '1 &#x3C; 2',
    )
  })

  it.each([
    '<svg onload="alert(1)"><path d="M0 0"/></svg>',
    '<svg><script>alert(1)</script><path d="M0 0"/></svg>',
    '<svg><a href="javascript:alert(1)"><path d="M0 0"/></a></svg>',
    '<svg><foreignObject><iframe src="//evil.example"></iframe></foreignObject></svg>',
    '<svg><image href="https://evil.example/pixel.png"/><use xlink:href="//evil.example#x"/></svg>',
    '<svg><style>@import url(//evil.example)</style><rect style="fill:url(//evil.example)"/></svg>',
    '<svg><rect fill="url(https://evil.example/x)" mask="url(data:,x#y)" filter="url(//evil.example)"/></svg>',
    '<svg><rect fill="u\\72l(//evil.example)"/><animate attributeName="href" to="javascript:alert(1)"/></svg>',
    '<svg><p><style><img src="</style><img src=x onerror=alert(1)>"></svg>',
    '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg><text>&x;</text></svg>',
  ])('loses what could do something: %s', async (hostile) => {
    const svg = await drawn(hostile)
    expect(svg ?? '').not.toMatch(/evil|alert|script|href|style|onload|onerror|iframe|<img|ENTITY/i)
  })

  it.each([
    ['no drawing', '<p>Hello</p>'],
    ['a text', 'hello'],
    ['deeper than any is', `<svg>${'<g>'.repeat(5000)}</svg>`],
    ['of more parts than any has', `<svg>${'<g/>'.repeat(50_000)}</svg>`],
    ['deeper than it looks', `<svg>${'<g id="/>">'.repeat(3000)}</svg>`],
    ['deeper than its ends say', `<svg>${'<g></x>'.repeat(3000)}</svg>`],
    ['deeper than comments say', `<svg>${'<g><!-- </g> -->'.repeat(3000)}</svg>`],
    ['painted by parts of parts', bombOf((part) => `fill="url(#${part})"`, 'pattern')],
    ['masked by parts of parts', bombOf((part) => `mask="url(#${part})"`, 'mask')],
    ['clipped by parts of parts', bombOf((part) => `clip-path="url(#${part})"`, 'clipPath')],
    [
      'painted by what is around it',
      `<svg><pattern id="p">${'<rect/>'.repeat(400)}</pattern><g fill="url(#p)">${'<rect/>'.repeat(400)}</g></svg>`,
    ],
    [
      'painted by itself',
      '<svg><pattern id="p"><rect fill="url(#p)"/></pattern><rect fill="url(#p)"/></svg>',
    ],
    ['larger than 512 KB', `<svg>${' '.repeat(600_000)}</svg>`],
  ])('that is %s is none', async (_what, text) => {
    expect(await safePicture(bytes(text))).toBe(null)
  })
})

/** Few parts, each of which draws the next one ten times. */
function bombOf(refer: (part: string) => string, kind: string): string {
  const parts = Array.from(
    { length: 12 },
    (_, at) => `<${kind} id="p${at}">${`<rect ${refer(`p${at + 1}`)}/>`.repeat(10)}</${kind}>`,
  )
  return `<svg>${parts.join('')}<rect ${refer('p0')}/></svg>`
}

function withHeader(png: Uint8Array, width: number, height: number): Uint8Array {
  const changed = Uint8Array.from(png)
  const view = new DataView(changed.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return changed
}

/** A hundred megabytes of nothing for a picture of two pixels. */
function bomb(png: Uint8Array): Uint8Array {
  const rows = deflateSync(Buffer.alloc(100_000_000))
  const head = png.subarray(0, 33)
  const chunk = Buffer.alloc(12 + rows.length)
  chunk.writeUInt32BE(rows.length, 0)
  chunk.write('IDAT', 4, 'latin1')
  rows.copy(chunk, 8)
  return Buffer.concat([head, chunk, png.subarray(-12)])
}
