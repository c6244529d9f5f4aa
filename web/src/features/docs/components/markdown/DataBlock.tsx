import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { DataBlockProps } from '../../../../shared/ui/markdown/data-block-slot.tsx'
import type { JsonSchema } from '../../model/types.ts'
import { isSchema } from '../../schema/flatten.ts'

export type DataBlockKind = DataBlockProps['kind']

/** Renders the value of a fenced block; null when it is not what it says. */
export type RenderDataBlock = (kind: DataBlockKind, value: JsonSchema) => ReactNode

const Context = createContext<RenderDataBlock>(() => null)

/** Says how schema and request blocks look: those parts show Markdown themselves, so they come from above. */
export const DataBlockProvider = Context.Provider

/** A fenced block that holds a JSON Schema or an HTTP request as JSON; shown as code when it cannot be read. */
export function DataBlock({
  text,
  kind,
  fallback,
}: {
  text: string
  kind: DataBlockKind
  fallback: ReactNode
}) {
  const render = useContext(Context)
  const value = useMemo(() => parse(text), [text])
  return (value && render(kind, value)) ?? fallback
}

function parse(text: string): JsonSchema | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isSchema(value) ? value : undefined
  } catch {
    return undefined
  }
}
