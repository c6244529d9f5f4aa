// How the elements of rendered Markdown look; which of them may exist is decided in safety.ts.
import { Children, isValidElement, type ReactElement, type ReactNode, Suspense } from 'react'
import type { Components } from 'react-markdown'
import { dataBlockKind } from '../../../../shared/ui/markdown/data-block-slot.tsx'
import { Boundary } from '../Boundary.tsx'
import { CodeBlock } from '../code/CodeBlock.tsx'
import { markedLines } from '../code/line-marks.ts'
import { lazyPart } from '../lazy-part.ts'
import { TabSet } from '../TabSet.tsx'
import { Callout } from './Callout.tsx'
import { DataBlock } from './DataBlock.tsx'
import { TextImage } from './images.tsx'
import { TextLink } from './links.tsx'

const Formula = lazyPart(() => import('./Formula.tsx').then((module) => module.Formula))
const Diagram = lazyPart(() => import('./Diagram.tsx').then((module) => module.Diagram))

interface Attributes {
  children?: ReactNode
  className?: string
  'data-tab'?: string
  'data-tabs'?: string
  'data-theme'?: string
  'data-callout'?: string
  'data-title'?: string
  'data-meta'?: string
  'data-lines'?: string
}

const propsOf = (node: ReactNode): Attributes =>
  isValidElement(node) ? (node as ReactElement<Attributes>).props : {}

const textOf = (node: ReactNode): string =>
  Children.toArray(node)
    .map((child) =>
      typeof child === 'string' || typeof child === 'number'
        ? String(child)
        : textOf(propsOf(child).children),
    )
    .join('')

function Pre({ children }: Attributes) {
  const code = propsOf(Children.toArray(children)[0])
  const text = textOf(code.children ?? children).replace(/\n$/, '')
  const language = /language-(\S+)/.exec(code.className ?? '')?.[1] ?? ''
  const meta = code['data-meta'] ?? ''
  if (language === 'math') return <Lazily text={text}>{<Formula tex={text} display />}</Lazily>
  if (language === 'mermaid') return <Lazily text={text}>{<Diagram text={text} />}</Lazily>
  const plain = (
    <CodeBlock
      code={text}
      language={language}
      marked={markedLines(meta, code['data-lines'])}
      {...(code['data-title'] && { title: code['data-title'] })}
    />
  )
  const kind = dataBlockKind(meta)
  return kind ? <DataBlock text={text} kind={kind} fallback={plain} /> : plain
}

/** A part that few pages have; its text stands until it is there, and where it cannot be made. */
function Lazily({ text, children }: { text: string; children: ReactNode }) {
  const plain = <CodeBlock code={text} />
  return (
    <Boundary fallback={plain}>
      <Suspense fallback={plain}>{children}</Suspense>
    </Boundary>
  )
}

function Code({ className, children }: Attributes) {
  const tex = textOf(children)
  if (!className?.includes('language-math')) return <code className={className}>{children}</code>
  return (
    <Boundary fallback={<code>{tex}</code>}>
      <Suspense fallback={<code>{tex}</code>}>
        <Formula tex={tex} display={false} />
      </Suspense>
    </Boundary>
  )
}

function Div(props: Attributes) {
  if (props['data-tabs'] === undefined) return <div>{props.children}</div>
  const pages = Children.toArray(props.children).flatMap((child, index) => {
    const { 'data-tab': title, children } = propsOf(child)
    return title === undefined ? [] : [{ key: String(index), title, content: children }]
  })
  return <TabSet pages={pages} label="Tabs" />
}

function Table(props: Attributes) {
  return (
    <figure className="table">
      {props['data-title'] ? <figcaption>{props['data-title']}</figcaption> : null}
      <table>{props.children}</table>
    </figure>
  )
}

function Quotation(props: Attributes) {
  return (
    <Callout theme={props['data-theme']} kind={props['data-callout']}>
      {props.children}
    </Callout>
  )
}

/** Parts for react-markdown. */
export const markdownParts: Components = {
  a: ({ id, href, title, children }) => (
    <>
      {id ? <span id={id} /> : null}
      <TextLink href={href} {...(title && { title })}>
        {children}
      </TextLink>
    </>
  ),
  img: ({ src, alt, title, width, height }) => (
    <TextImage
      src={typeof src === 'string' ? src : undefined}
      alt={alt ?? ''}
      title={title}
      width={width}
      height={height}
    />
  ),
  // Of all inputs only the boxes of task lists may exist (safety.ts).
  input: ({ checked }) => (
    <input type="checkbox" checked={checked} disabled aria-label={checked ? 'Done' : 'Open'} />
  ),
  code: (props) => <Code {...(props as Attributes)} />,
  pre: ({ children }) => <Pre>{children}</Pre>,
  div: (props) => <Div {...(props as Attributes)} />,
  table: (props) => <Table {...(props as Attributes)} />,
  blockquote: (props) => <Quotation {...(props as Attributes)} />,
}
