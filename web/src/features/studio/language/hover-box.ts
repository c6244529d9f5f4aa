import type { Hover } from '../../../../../editing/assist/hover.ts'

/** A hover text as the editor shows it: made of texts, never of markup. */
export function hoverBox({ title, detail, text }: Hover): HTMLElement {
  const box = document.createElement('div')
  box.className = 'cm-hover'
  box.append(element('strong', title), element('span', detail, 'cm-hover-detail'))
  for (const paragraph of text.split('\n\n')) {
    if (paragraph === '') continue
    const line = document.createElement('p')
    for (const [index, piece] of paragraph.split('`').entries())
      line.append(index % 2 === 1 ? element('code', piece) : piece)
    box.append(line)
  }
  return box
}

function element(name: 'strong' | 'span' | 'code', text: string, className = ''): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  if (className !== '') made.className = className
  return made
}
