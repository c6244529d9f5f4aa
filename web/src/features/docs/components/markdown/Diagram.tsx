import mermaid from 'mermaid'
import { useEffect, useState } from 'react'
import { CodeBlock } from '../code/CodeBlock.tsx'
import { isDrawable } from './drawable.ts'

let drawn = 0

/** A diagram in Mermaid's language, or its text where it cannot be drawn. */
export function Diagram({ text }: { text: string }) {
  const [image, setImage] = useState<string>()
  const [failed, setFailed] = useState(!isDrawable(text))
  useEffect(() => {
    if (!isDrawable(text)) return
    let address: string | undefined
    let current = true
    draw(text).then(
      (svg) => {
        if (!current) return
        address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
        setImage(address)
      },
      () => current && setFailed(true),
    )
    return () => {
      current = false
      if (address) URL.revokeObjectURL(address)
    }
  }, [text])
  if (failed) return <CodeBlock code={text} language="mermaid" />
  if (!image) return <p className="note">Drawing…</p>
  // Only ever as an image: what a drawing holds cannot run in one.
  return <img className="diagram" src={image} alt={`Diagram: ${text}`} onError={() => setFailed(true)} />
}

async function draw(text: string): Promise<string> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    theme: 'neutral',
    // What is drawn must be plain SVG, since an image knows no HTML; and a text must not turn this off again.
    htmlLabels: false,
    secure: ['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'maxEdges', 'htmlLabels', 'flowchart'],
    flowchart: { htmlLabels: false },
    maxEdges: 300,
  })
  drawn += 1
  const { svg } = await mermaid.render(`docs-diagram-${drawn}`, text)
  return svg
}
