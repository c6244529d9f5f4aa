// What is in dispute in a document: said above it, and asked where it stands.
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import type { Path, Range } from '../../../../../editing/types.ts'
import { CardPlaces } from '../code/placed-cards.ts'
import type { Dispute } from '../documents/mender.ts'
import type { OpenDocument } from '../documents/open-document.ts'
import { useDocuments, usePeople, useSession } from '../documents/use-open-document.ts'
import { nameOfAuthors, placeName, rangeOf } from './dispute.ts'

const DisputeCard = lazy(() => import('../desk/asked.ts').then((m) => ({ default: m.DisputeCard })))

const none: readonly Dispute[] = []

/** The disputes of a document, and how each is shown. */
export function useDisputes(document: OpenDocument | undefined, onEditInCode: (range: Range) => void) {
  const { store } = useDocuments()
  const disputes = useSession(document?.id ?? null, (state) => state.disputes) ?? none
  const people = usePeople()
  const card = (dispute: Dispute): ReactNode =>
    document ? (
      <Suspense key={dispute.id} fallback={null}>
        <DisputeCard
          dispute={dispute}
          document={document}
          who={nameOfAuthors(dispute.authors, people)}
          onSettled={() => store.session(document.id)?.settle(dispute.id)}
          onEditInCode={onEditInCode}
        />
      </Suspense>
    ) : null
  return { disputes, card }
}

interface BarProps {
  disputes: readonly Dispute[]
  onShow: (path: Path) => void
}

/** Says that there is something to decide, and leads there, one after the other. */
export function DisputesBar({ disputes, onShow }: BarProps) {
  const [next, setNext] = useState(0)
  const shown = disputes[next % Math.max(1, disputes.length)]
  if (!shown) return null
  const count = disputes.length
  return (
    <Alert
      severity="warning"
      sx={{ borderRadius: 0, py: 0, flex: 'none', '& .MuiAlert-message': { minWidth: 0 } }}
      action={
        <Button
          size="small"
          color="inherit"
          onClick={() => {
            onShow(shown.path)
            setNext(next + 1)
          }}
        >
          {count === 1 ? 'Show' : 'Show next'}
        </Button>
      }
    >
      {count === 1
        ? `Two wrote this at the same time: ${placeName(shown.path)}. Yours stands until you decide.`
        : `${count} things were written by two at the same time. Yours stand until you decide.`}
    </Alert>
  )
}

/** Cards in a form: those of what it shows. */
export function DisputesAt({
  disputes,
  path,
  card,
}: {
  disputes: readonly Dispute[]
  path: Path
  card: (dispute: Dispute) => ReactNode
}) {
  const here = disputes.filter((dispute) =>
    path.every((key, index) => String(dispute.path[index]) === String(key)),
  )
  return here.length === 0 ? null : <Box sx={{ display: 'grid', gap: 1.5 }}>{here.map(card)}</Box>
}

/** Cards in the code, each below the line that it is about; and what the editor needs to make room for them. */
export function useCodeCards(
  document: OpenDocument | undefined,
  disputes: readonly Dispute[],
  card: (dispute: Dispute) => ReactNode,
) {
  const [places] = useState(() => new CardPlaces())
  const elements = useSyncExternalStore(places.subscribe, () => places.elements)
  const latest = useRef(document)
  latest.current = document
  useEffect(() => {
    const shown = latest.current
    places.show(disputes.map(({ id, path }) => ({ id, at: (shown && rangeOf(shown, path)?.from) ?? 0 })))
  }, [places, disputes])
  useEffect(() => {
    if (elements.size > 0) places.measure()
  }, [places, elements])
  const cards = useMemo(() => new Map(disputes.map((dispute) => [dispute.id, dispute])), [disputes])
  const portals = [...elements].map(([id, element]) => {
    const dispute = cards.get(id)
    return dispute
      ? createPortal(<Box sx={{ px: 1.5, py: 1, maxWidth: 900 }}>{card(dispute)}</Box>, element, id)
      : null
  })
  return { extension: places.extension, portals }
}
