import Button from '@mui/material/Button'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { Written } from './Written.tsx'

interface Props {
  /** How it reads by now. */
  now: string
  onKeepMine: () => void
}

/** Says in an editor that somebody else has changed the text since: it is written over by who has seen it alone. */
export function Overtaken({ now, onKeepMine }: Props) {
  return (
    <Callout
      severity="warning"
      title="Somebody else has changed this text meanwhile. It reads now:"
      action={
        <Button size="small" color="inherit" onClick={onKeepMine}>
          Go on with mine
        </Button>
      }
    >
      {now ? <Written text={now} /> : 'Nothing.'}
    </Callout>
  )
}
