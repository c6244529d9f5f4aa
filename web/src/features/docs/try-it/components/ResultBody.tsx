import { useEffect, useMemo, useState } from 'react'
import { CodeBlock } from '../../components/code/CodeBlock.tsx'
import { mediaTypeOf } from '../check/described.ts'
import { bodyLook, prettyText } from '../pretty.ts'
import type { TryItAnswer } from '../send.ts'
import { SmallButton, SmallLink } from './style.ts'

/** More would make the page slow; the whole can be downloaded. */
const mostShown = 300_000

/** The body of an answer: laid out, as it came, as an image, or to be downloaded. */
export function ResultBody({ answer }: { answer: TryItAnswer }) {
  const { body, headers } = answer
  const [isRaw, setRaw] = useState(false)
  const type = mediaTypeOf(headers)
  const text = useText(body)
  const address = useMemo(() => URL.createObjectURL(new Blob([body], { type: safeType(type) })), [body, type])
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  const picture = useMemo(
    () => (type === vector ? text && vectorAddress(text) : address),
    [type, text, address],
  )
  const pretty = useMemo(
    () => (text === undefined || text.length > mostShown ? undefined : prettyText(text, type)),
    [text, type],
  )
  if (body.size === 0) return <p className="muted">The answer has no body.</p>
  const look = bodyLook(type, text)
  const shown = (isRaw ? undefined : pretty) ?? text ?? ''
  const download = (
    <SmallLink href={address} download={`answer${extensionOf(type)}`}>
      Download
    </SmallLink>
  )
  if (look === 'bytes')
    return (
      <p className="muted">
        The body is not text{type ? ` (${type})` : ''}. {download}
      </p>
    )
  if (look === 'image')
    return (
      <div style={{ display: 'grid', gap: 8 }}>
        <img src={picture} alt="The body of the answer" style={{ maxWidth: '100%', maxHeight: 420 }} />
        {download}
      </div>
    )
  return (
    <>
      <CodeBlock
        code={shown.slice(0, mostShown)}
        language={isRaw ? '' : languageOf(type)}
        title={type || 'text'}
        label="Body of the answer"
        maxHeight={420}
        tools={
          <>
            {pretty !== undefined ? (
              <SmallButton type="button" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
                Raw
              </SmallButton>
            ) : null}
            {download}
          </>
        }
      />
      {shown.length > mostShown ? (
        <p className="muted" style={{ marginTop: 6 }}>
          Only the beginning is shown; the download has all of it.
        </p>
      ) : null}
    </>
  )
}

function useText(body: Blob): string | undefined {
  const [text, setText] = useState<string>()
  useEffect(() => {
    let current = true
    void body.text().then((read) => current && setText(read))
    return () => {
      current = false
    }
  }, [body])
  return text
}

const vector = 'image/svg+xml'

// A blob is of our origin: what a browser would open as a page, as it does SVG, is only ever downloaded from it.
function safeType(type: string): string {
  return /^image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon)$/.test(type) ? type : 'application/octet-stream'
}

/** Vectors are shown from an address of no origin, whatever a reader opens it in. */
function vectorAddress(text: string): string {
  return `data:${vector};charset=utf-8,${encodeURIComponent(text)}`
}

function languageOf(type: string): string {
  if (/xml|html/.test(type)) return 'xml'
  return /json/.test(type) ? 'json' : ''
}

function extensionOf(type: string): string {
  const [, sub = ''] = /[/+](json|xml|html|csv|pdf|zip|png|jpeg|gif|webp|svg|plain|yaml)\b/.exec(type) ?? []
  if (!sub) return '.bin'
  return sub === 'plain' ? '.txt' : `.${sub}`
}
