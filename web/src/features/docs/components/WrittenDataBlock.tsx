import type { DataBlockProps } from '../../../shared/ui/markdown/data-block-slot.tsx'
import { Boundary } from './Boundary.tsx'
import { renderDataBlock } from './data-blocks.tsx'
import { DocsSourceProvider, detached } from './docs-source.tsx'
import { DocsSurface } from './docs-vars.ts'
import { DataBlock, DataBlockProvider } from './markdown/DataBlock.tsx'

/** A request or a schema in a text that is no page of the docs. */
export function WrittenDataBlock({ kind, text, children }: DataBlockProps) {
  return (
    <Boundary fallback={children}>
      <DocsSourceProvider value={detached}>
        <DocsSurface style={{ containerType: 'inline-size', containerName: 'docs', marginBlock: 16 }}>
          <DataBlockProvider value={renderDataBlock}>
            <DataBlock kind={kind} text={text} fallback={children} />
          </DataBlockProvider>
        </DocsSurface>
      </DocsSourceProvider>
    </Boundary>
  )
}
