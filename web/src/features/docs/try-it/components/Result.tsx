import { styled } from '@mui/material/styles'
import { type RefObject, useState } from 'react'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'
import { TabSet } from '../../components/TabSet.tsx'
import type { Operation } from '../../model/types.ts'
import type { TryItAnswer } from '../send.ts'
import { CheckResult } from './CheckResult.tsx'
import { ResultBody } from './ResultBody.tsx'

const Root = styled('section')({
  '& .line': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '4px 12px' },
  '& h3': { fontSize: typeSizes.body1, outlineOffset: 3 },
  '& .status': { padding: '2px 8px', borderRadius: 6, background: 'var(--docs-code-bg)' },
  '& .status[data-kind="good"]': { color: 'var(--docs-success)' },
  '& .status[data-kind="bad"]': { color: 'var(--docs-error)' },
  '& .status[data-kind="other"]': { color: 'var(--docs-info)' },
  '& dl': {
    margin: 0,
    display: 'grid',
    gridTemplateColumns: 'fit-content(45%) minmax(0, 1fr)',
    gap: '4px 12px',
    fontFamily: 'var(--docs-mono)',
    fontSize: typeSizes.codeSmall,
    overflowWrap: 'anywhere',
  },
  '& dt': { color: 'var(--docs-muted)' },
  '& dd': { margin: 0 },
  '& p': { margin: 0, overflowWrap: 'anywhere' },
})

const ends = {
  complete: '',
  too_large: 'The answer is larger than 10 MB: only its beginning is here.',
  too_slow: 'The answer took longer than 60 seconds: only its beginning is here.',
  broken: 'The answer broke off: only its beginning is here.',
} as const

/** What came back: status, time, size, headers, body, and whether that is what the description says. */
export function Result({
  answer,
  operation,
  headingRef,
}: {
  answer: TryItAnswer
  operation: Operation
  headingRef: RefObject<HTMLHeadingElement | null>
}) {
  const [tab, setTab] = useState('body')
  const { status, headers, body, took, end, way, leftOut, redirectRefused } = answer
  const notes = [
    ends[end],
    redirectRefused && `This redirect was not followed. ${redirectRefused}`,
    leftOut.length > 0 && `Not sent: ${leftOut.join(', ')}.`,
  ].filter(Boolean)
  return (
    <Root aria-label="Answer">
      <div className="line">
        <h3 ref={headingRef} tabIndex={-1}>
          Answer{' '}
          <span className="status" data-kind={kindOf(status)}>
            {status}
          </span>
        </h3>
        <span className="muted">
          {durationText(took)} · {sizeText(body.size)}
          {way === 'waymark' ? ' · through Waymark' : ''}
        </span>
      </div>
      {notes.map((note) => (
        <p key={String(note)} className="muted">
          {note}
        </p>
      ))}
      <CheckResult answer={answer} operation={operation} />
      <TabSet
        label="Parts of the answer"
        active={tab}
        onChange={setTab}
        pages={[
          { key: 'body', title: 'Body', content: <ResultBody answer={answer} /> },
          {
            key: 'headers',
            title: `Headers (${headers.length})`,
            content: (
              <>
                <dl>
                  {headers.map(([name, value], index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the list never changes
                    <HeaderRow key={index} name={name} value={value} />
                  ))}
                </dl>
                {way === 'browser' ? (
                  <p className="muted" style={{ marginTop: 8 }}>
                    A browser shows the headers that the API exposes to other pages.
                  </p>
                ) : null}
              </>
            ),
          },
        ]}
      />
    </Root>
  )
}

function HeaderRow({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}

function kindOf(status: number): 'good' | 'bad' | 'other' {
  if (status >= 200 && status < 300) return 'good'
  return status >= 400 ? 'bad' : 'other'
}

/** A duration as people say it. */
export function durationText(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`
}

/** A number of bytes as people say it. */
function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}
