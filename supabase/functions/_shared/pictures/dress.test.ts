import { describe, expect, it } from 'vitest'
import { safePicture } from './safe-picture.ts'

const drawn = async (svg: string) => {
  const picture = await safePicture(new TextEncoder().encode(svg))
  return picture && new TextDecoder().decode(picture.bytes)
}
/** The shape that the tests look at, in a drawing with this sheet. */
const styled = async (sheet: string, said = 'class="a b" id="i"') =>
  (await drawn(`<svg><style>${sheet}</style><path ${said} d="M0 0"/></svg>`))?.match(/<path[^>]*>/)?.[0]

describe('a drawing as editors export it', () => {
  it('has the colours of classes of Illustrator', async () => {
    const svg = await drawn(`<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 27.5.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<svg version="1.1" id="Ebene_1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" x="0px" y="0px"
	 viewBox="0 0 100 40" style="enable-background:new 0 0 100 40;" xml:space="preserve">
<style type="text/css">
	.st0{fill:#E30613;}
	.st1{clip-path:url(#SVGID_2_);}
	.st2{fill:none;stroke:#1D1D1B;stroke-width:2;stroke-linecap:round;stroke-miterlimit:10;}
	.st3{font-family:'MyriadPro-Regular';font-size:12px;}
</style>
<g><defs><rect id="SVGID_1_" width="40" height="40"/></defs>
<clipPath id="SVGID_2_"><use xlink:href="#SVGID_1_"  style="overflow:visible;"/></clipPath>
<g class="st1"><path class="st0" d="M0 0h40v40z"/></g></g>
<path class="st2" d="M50 5h40"/><text class="st3">Acme</text>
</svg>`)
    expect(svg).toContain('<path d="M0 0h40v40z" fill="#E30613" />')
    expect(svg).toContain('<clipPath id="SVGID_2_"><use href="#SVGID_1_" /></clipPath>')
    expect(svg).toContain('<g clip-path="url(#SVGID_2_)">')
    expect(svg).toMatch(
      /fill="none" stroke="#1D1D1B" stroke-width="2" stroke-linecap="round" stroke-miterlimit="10"/,
    )
    expect(svg).toMatch(/font-family="'MyriadPro-Regular'|font-family="&#x27;MyriadPro-Regular/)
    expect(svg).not.toMatch(/style|class/)
  })

  it('has the colours of the other export of Illustrator', async () => {
    const svg = await drawn(
      `<svg id="Layer_1" data-name="Layer 1" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><defs><style>.cls-1{fill:url(#linear-gradient);}.cls-1,.cls-2{stroke-width:0px;}.cls-2{fill:#0a5;}</style><linearGradient id="linear-gradient" x1="0" y1="0" x2="20" y2="0" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="#f90"/></linearGradient></defs><rect class="cls-1" width="9" height="9"/><rect class="cls-2" x="9" width="9" height="9"/></svg>`,
    )
    expect(svg).toContain('<rect width="9" height="9" fill="url(#linear-gradient)" stroke-width="0px" />')
    expect(svg).toContain('<rect x="9" width="9" height="9" stroke-width="0px" fill="#0a5" />')
  })

  it('has the colours, gradients and hidden layers of Inkscape', async () => {
    const svg = await drawn(`<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<svg width="210mm" height="297mm" viewBox="0 0 210 297" version="1.1" id="svg5" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns="http://www.w3.org/2000/svg" xmlns:svg="http://www.w3.org/2000/svg">
  <sodipodi:namedview id="namedview7" pagecolor="#ffffff" inkscape:zoom="0.7" />
  <defs id="defs2"><linearGradient inkscape:collect="always" id="linearGradient857"><stop style="stop-color:#ff0000;stop-opacity:1" offset="0" id="stop853" /><stop style="stop-color:#ff0000;stop-opacity:0;" offset="1" /></linearGradient>
  <linearGradient inkscape:collect="always" xlink:href="#linearGradient857" id="linearGradient859" x1="31" y1="88" x2="131" y2="88" gradientUnits="userSpaceOnUse" /></defs>
  <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1" style="display:none"><path style="fill:#000" d="M1 1"/></g>
  <rect style="fill:url(#linearGradient859);fill-opacity:1;stroke:#000080;stroke-width:0.264583;-inkscape-stroke:none;stroke-dasharray:none" id="rect31" width="100" height="50" x="31" y="63" />
</svg>`)
    expect(svg).toContain('stop-color="#ff0000" stop-opacity="1"')
    expect(svg).toMatch(/<linearGradient id="linearGradient859"[^>]* href="#linearGradient857" \/>/)
    expect(svg).toContain('<g id="layer1" display="none">')
    expect(svg).toMatch(
      /fill="url\(#linearGradient859\)" fill-opacity="1" stroke="#000080" stroke-width="0.264583"/,
    )
  })

  it('has the patterns and orders of Inkscape, and nothing of its markers', async () => {
    const svg = await drawn(
      `<svg viewBox="0 0 9 9" xmlns:xlink="http://www.w3.org/1999/xlink"><marker id="m"><path id="arrow" d="M0 0"/></marker><pattern id="p" width="4" height="4"><rect width="2" height="4"/></pattern><pattern id="q" xlink:href="#p" patternTransform="scale(2)"/><path style="fill:url(#q);paint-order:stroke fill markers;marker-end:url(#m)" d="M0 0"/></svg>`,
    )
    expect(svg).toContain('<pattern id="q" patternTransform="scale(2)" href="#p" />')
    expect(svg).toContain('<path d="M0 0" fill="url(#q)" paint-order="stroke fill markers" />')
    expect(svg).not.toContain('arrow')
  })

  it('has the clips of Figma, whose names have colons', async () => {
    const svg = await drawn(
      `<svg width="24" height="24" viewBox="0 0 24 24" fill="none" xmlns="http://www.w3.org/2000/svg"><g clip-path="url(#clip0_12:345)"><path fill-rule="evenodd" clip-rule="evenodd" d="M0 0h24" fill="#5551FF" style="mix-blend-mode:multiply"/><mask id="mask0_12:345" style="mask-type:alpha" maskUnits="userSpaceOnUse" x="0" y="0" width="9" height="9"><rect width="9" height="9" fill="white"/></mask><g mask="url(#mask0_12:345)"><rect width="9" height="9" fill="#0ACF83" style="fill:#0ACF83;fill:color(display-p3 0.0392 0.8118 0.5137);fill-opacity:1;"/></g></g><defs><clipPath id="clip0_12:345"><rect width="24" height="24" fill="white"/></clipPath></defs></svg>`,
    )
    expect(svg).toContain('<g clip-path="url(#clip0_12:345)">')
    expect(svg).toContain('<clipPath id="clip0_12:345">')
    expect(svg).toMatch(/<mask id="mask0_12:345" maskUnits="userSpaceOnUse"[^>]* mask-type="alpha">/)
    expect(svg).toContain(
      '<g mask="url(#mask0_12:345)"><rect width="9" height="9" fill="#0ACF83" fill-opacity="1" />',
    )
  })

  it('has the parts that Sketch uses once more', async () => {
    const svg = await drawn(
      `<svg width="30px" height="30px" viewBox="0 0 30 30" version="1.1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><!-- Generator: Sketch 52.6 (67491) - http://www.bohemiancoding.com/sketch --><title>logo</title><desc>Created with Sketch.</desc><defs><path d="M0 0h30v30z" id="path-1"></path></defs><g id="Page-1" stroke="none" stroke-width="1" fill="none" fill-rule="evenodd"><mask id="mask-2" fill="white"><use xlink:href="#path-1"></use></mask><use id="Mask" fill="#D8D8D8" xlink:href="#path-1"></use><rect fill="#F6A623" mask="url(#mask-2)" width="30" height="9"></rect></g></svg>`,
    )
    expect(svg).toContain('<mask id="mask-2" fill="white"><use href="#path-1" /></mask>')
    expect(svg).toContain('<use id="Mask" fill="#D8D8D8" href="#path-1" />')
    expect(svg).toContain('<rect fill="#F6A623" mask="url(#mask-2)" width="30" height="9" />')
  })

  it('may give every name of SVG a prefix', async () => {
    const svg = await drawn(
      `<?xml version="1.0"?><svg:svg xmlns:svg='http://www.w3.org/2000/svg' viewBox="0 0 9 9"><svg:style>.a{fill:#f00}</svg:style><svg:script>alert(1)</svg:script><svg:path class="a" d="M0 0"/></svg:svg>`,
    )
    expect(svg).toBe(
      '<svg viewBox="0 0 9 9" xmlns="http://www.w3.org/2000/svg"><path d="M0 0" fill="#f00" /></svg>',
    )
    expect(await drawn('<x:svg xmlns:x="http://www.w3.org/1999/xhtml"><x:path/></x:svg>')).toBe(null)
  })
})

describe('styles of a drawing', () => {
  it.each([
    ['the last of two', '.a{fill:#111}.b{fill:#222}.a{fill:#333}', '#333'],
    ['a class before an element', '.a{fill:#111}path{fill:#222}*{fill:#333}', '#111'],
    ['an id before classes', '#i{fill:#111}path.a.b{fill:#222}', '#111'],
    ['more classes before one', '.a.b{fill:#111}.a{fill:#222}', '#111'],
    [
      'what fits alone',
      'rect.a{fill:#111}.a.c{fill:#111}#x{fill:#111}g .a{fill:#111}path{fill:#222}',
      '#222',
    ],
    ['what is in CDATA', '<![CDATA[ .a{fill:#222} ]]>', '#222'],
    ['what is beside comments', '/* .a{fill:#111} */.a/**/{fill:#222}/*', '#222'],
    ['what stands after rules with an @', '@charset "x";@media print{.a{fill:#111}}.a{fill:#222}', '#222'],
  ])('say %s', async (_what, sheet, colour) => {
    expect(await styled(sheet)).toBe(`<path id="i" d="M0 0" fill="${colour}" />`)
  })

  it('go before attributes, and what an element says itself before them', async () => {
    expect(await styled('.a{fill:#222}', 'class="a" fill="#111"')).toContain('fill="#222"')
    expect(await styled('#i{fill:#222}', 'id="i" style="fill:#333"')).toContain('fill="#333"')
  })

  it('of print or of another language are none', async () => {
    for (const said of ['media="print"', 'type="text/less"'])
      expect(await drawn(`<svg><style ${said}>path{fill:#111}</style><path/></svg>`)).not.toContain('#111')
  })

  it.each([
    'fill:url(//evil.example)',
    'fill:url(https://evil.example/#x)',
    'fill:url("#x);fill:url(//evil.example)',
    'fill:url(data:image/svg+xml;base64,AA#x)',
    'f\\69ll:#evil',
    'fill:u\\72l(//evil.example)',
    'f/**/ill:evil',
    'fill:ur/**/l(//evil.example)',
    'fill:evil!important',
    'fill:expression(evil)',
    'fill:image-set("evil" 1x)',
    'fill:var(--evil)',
    'fill:inherit',
    'fill:context-fill',
    'mask:inherit',
    'mask:url(evil.svg#x)',
    'filter:url(#evil)',
    'stroke-width:1e99',
    'stroke-width:99999999999',
    `font-family:"evil';evil"`,
    'font-family:evil</style><script>',
    `font-family:evil${'\u00a0'.repeat(190)}!`,
    'background:evil',
    'behavior:url(evil)',
    '-moz-binding:url(evil)',
    'cursor:url(evil)',
    'marker:url(#evil)',
    'transform:evil',
    '__proto__:evil',
    'constructor:evil',
  ])('keep nothing odd: %s', async (odd) => {
    const inSheet = await styled(`.a{${odd}}`)
    const itself = await drawn(
      `<svg><path style="${odd.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}" d="M0 0"/></svg>`,
    )
    for (const svg of [inSheet, itself]) expect(svg ?? '').not.toMatch(/evil|script|fill|mask|stroke|99/i)
  })

  it.each([
    '@import url(//evil.example);',
    '@import "//evil.example"; .x{',
    '@font-face{font-family:evil;src:url(//evil.example)}',
    '@media screen{@import url(evil);.a{fill:evil}',
    '.a{fill:evil',
    '.a{b{fill:evil}}',
    '.a{fill:#fff;}}}}{fill:evil',
    '<b/>.a::before{content:"evil"}',
    '<b>.a{fill:evil}</b>',
    '<!-- .a{fill:evil} -->',
  ])('keep nothing of a sheet that is odd: %s', async (sheet) => {
    expect((await styled(sheet)) ?? '').not.toMatch(/evil/)
  })

  it('of attributes are judged as those of sheets', async () => {
    const svg = await drawn(
      '<svg><g fill="url(#p)" mask="inherit"><path fill="inherit" stroke-width="1e99"/></g></svg>',
    )
    expect(svg).toContain('<g fill="url(#p)"><path /></g>')
  })

  const many = (count: number, one: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => one(at)).join('')
  it.each([
    ['rules for one class', many(10_000, (at) => `.a.b${at}{fill:red}`), '<g class="a"/>'.repeat(2_000)],
    [
      'declarations',
      `.a{${many(24, () => `font-family:${'x'.repeat(190)};`)}}`,
      '<g class="a"/>'.repeat(19_000),
    ],
    ['selectors', `${'.a,'.repeat(90_000)}.a{${'fill:red;stroke:red;'.repeat(2_000)}}`, '<g class="a"/>'],
    [
      'classes',
      many(9_000, (at) => `.a${at}{fill:red}`),
      `<g class="${many(9_000, (at) => `a${at} `)}"/>`.repeat(4),
    ],
    ['comments that do not end', '/*/'.repeat(150_000), '<g/>'],
  ])('of more %s than any has are refused or bounded, and soon', async (_what, sheet, shapes) => {
    const svg = await drawn(`<svg><style>${sheet}</style>${shapes}</svg>`)
    expect((svg ?? '').length).toBeLessThanOrEqual(1024 * 1024)
  })

  it('are refused where the file became too large by them', async () => {
    const family = `font-family:${'x'.repeat(190)}`
    expect(await drawn(`<svg><style>.a{${family}}</style>${'<g class="a"/>'.repeat(10_000)}</svg>`)).toBe(
      null,
    )
  })
})

describe('a part that is used once more', () => {
  it.each([
    ['of itself', '<g id="a"><use href="#a"/></g>'],
    ['of the whole', '<use href="#r"/>'],
    [
      'of parts of parts',
      `${Array.from(
        { length: 4 },
        (_, at) => `<g id="p${at}">${`<use href="#p${at + 1}"/>`.repeat(40)}</g>`,
      ).join('')}<path id="p4" d="M0 0"/>`,
    ],
    [
      'and painted by the place',
      `<pattern id="p">${'<rect/>'.repeat(400)}</pattern><g id="a">${'<rect/>'.repeat(400)}</g><use fill="url(#p)" href="#a"/>`,
    ],
    ['of patterns in a ring', '<pattern id="a" href="#b"/><pattern id="b" href="#a"/>'],
    ['of gradients in a ring', '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/>'],
  ])('%s is none where it never ends', async (_what, parts) => {
    expect(await drawn(`<svg id="r">${parts}</svg>`)).toBe(null)
  })

  it('has a name without blanks, or is none', async () => {
    expect(await drawn(`<svg><pattern id="a\u00a0b"/><path fill='url("#a\u00a0b")' d="M0 0"/></svg>`)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg"><pattern /><path d="M0 0" /></svg>',
    )
  })

  it.each([
    'https://evil.example/#a',
    '//evil#a',
    'evil.svg#a',
    '#a evil',
    'data:image/svg+xml,evil#a',
    'javascript:evil',
  ])('is of the drawing itself, not of %s', async (address) => {
    const svg = await drawn(
      `<svg><path id="a" d="M0 0"/><use href="${address}" xlink:href="${address}"/></svg>`,
    )
    expect(svg).not.toMatch(/evil|href/)
  })
})
