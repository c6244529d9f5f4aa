// Where a text holds a request or a schema as JSON. What shows these is a feature of its own, put in by the app.
import { type ComponentType, createContext, type ReactNode, Suspense, useContext } from 'react'

export interface DataBlockProps {
  kind: 'json_schema' | 'http'
  text: string
  /** The text as code: what stands until the block is there, and where it cannot be read. */
  children: ReactNode
}

export const DataBlockSlot = createContext<ComponentType<DataBlockProps> | null>(null)

/** What a fenced block with this info string holds, besides code. */
export function dataBlockKind(meta: string): DataBlockProps['kind'] | null {
  if (meta.includes('json_schema')) return 'json_schema'
  return /\bhttp\b/.test(meta) ? 'http' : null
}

/** A request or a schema as articles of the docs show it. */
export function DataBlockView(props: DataBlockProps) {
  const View = useContext(DataBlockSlot)
  if (!View) return props.children
  return (
    <Suspense fallback={props.children}>
      <View {...props} />
    </Suspense>
  )
}
