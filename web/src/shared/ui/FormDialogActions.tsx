import OpenInNew from '@mui/icons-material/OpenInNew'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'

interface Props {
  isBusy: boolean
  canSave: boolean
  saveLabel: string
  removeLabel: string
  learnMoreHref: string | undefined
  onRemove: (() => Promise<void>) | undefined
  onCancel: () => void
}

/** Save and Cancel of a form's dialog; removing asks once more, in their place. */
export function FormDialogActions(props: Props) {
  const [step, setStep] = useState<'default' | 'confirm-remove' | 'removal'>('default')
  if (step !== 'default' && props.onRemove) {
    const { onRemove } = props
    const remove = async () => {
      setStep('removal')
      await onRemove()
      setStep('default')
    }
    return (
      <Removal
        isBusy={step === 'removal'}
        onRemove={() => void remove()}
        onCancel={() => setStep('default')}
      />
    )
  }
  return (
    <DialogActions sx={{ flexWrap: 'wrap', rowGap: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mr: 'auto' }}>
        {props.onRemove ? (
          <Button color="error" disabled={props.isBusy} onClick={() => setStep('confirm-remove')}>
            {props.removeLabel}
          </Button>
        ) : null}
        {props.learnMoreHref ? <LearnMore href={props.learnMoreHref} /> : null}
      </Box>
      <Button color="inherit" disabled={props.isBusy} onClick={props.onCancel}>
        Cancel
      </Button>
      <Button type="submit" variant="contained" loading={props.isBusy} disabled={!props.canSave}>
        {props.saveLabel}
      </Button>
    </DialogActions>
  )
}

function LearnMore({ href }: { href: string }) {
  return (
    <Link
      href={href}
      target="_blank"
      rel="noreferrer"
      variant="body2"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}
    >
      Learn more
      <OpenInNew fontSize="inherit" titleAccess="(opens in a new tab)" />
    </Link>
  )
}

function Removal({
  isBusy,
  onRemove,
  onCancel,
}: {
  isBusy: boolean
  onRemove: () => void
  onCancel: () => void
}) {
  const questionId = useId()
  return (
    <DialogActions sx={{ flexWrap: 'wrap', rowGap: 1 }}>
      <Typography id={questionId} variant="body2" sx={{ flex: '1 1 220px' }}>
        Are you sure you want to remove this item?
      </Typography>
      <Button color="inherit" disabled={isBusy} onClick={onCancel} autoFocus>
        Cancel
      </Button>
      <Button
        variant="contained"
        color="error"
        loading={isBusy}
        onClick={onRemove}
        aria-describedby={questionId}
      >
        Yes, Remove
      </Button>
    </DialogActions>
  )
}
