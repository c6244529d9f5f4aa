import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ChangeEvent, useId, useState } from 'react'
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import { isPictureAddress } from '../../../../../supabase/functions/_shared/domain/picture-addresses.ts'
import { messageOf } from '../../../shared/data/api.ts'
import { callAsMe } from '../../../shared/data/as-me.ts'
import { isChangedMeanwhile, useSaveSettings, useSettings } from '../../../shared/data/settings.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { useDebounced } from '../../../shared/ui/use-debounced.ts'
import { Overtaken } from '../saving/Overtaken.tsx'
import { type PictureKind, pictureFrom, UnfitPicture } from './picture-file.ts'

/** An address is looked at once its writer has paused, ms. */
const previewDelayMs = 500
const uploaded = /^\/api\//
const elsewhere = /^https:/i

interface Props {
  kind: PictureKind
  title: string
  help: string
  kept: string
  onClose: () => void
}

/** A picture by upload or by its address, as it will look; or none. */
export default function PictureDialog({ kind, title, help, kept, onClose }: Props) {
  const id = useId()
  const workspace = useWorkspace()
  const [address, setAddress] = useState(kept)
  const [seen, setSeen] = useState(kept)
  const [problem, setProblem] = useState<string>()
  const [overtakenBy, setOvertakenBy] = useState<string>()
  const [isUploading, setUploading] = useState(false)
  const [missing, setMissing] = useState<string>()
  const settings = useSettings()
  const change = useSaveSettings({ isSilent: true })
  const shown = useDebounced(address, previewDelayMs)
  const given = address.trim()
  const isPicture = isPictureAddress(given)
  const isWrong = given !== '' && !isPicture
  const isBusy = isUploading || change.isPending
  const column = kind === 'logo' ? 'logo_url' : 'favicon_url'

  const upload = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = ''
    if (!file) return
    setProblem(undefined)
    setUploading(true)
    try {
      const body = { kind, file: await pictureFrom(file, kind) }
      const path = `/workspaces/${encodeId('wk', workspace.id)}/pictures`
      const { url } = await callAsMe<{ url: string }>(path, { method: 'POST', json: body })
      setAddress(url)
    } catch (error) {
      setProblem(error instanceof UnfitPicture ? error.message : messageOf(error))
    } finally {
      setUploading(false)
    }
  }
  const save = async () => {
    setProblem(undefined)
    setOvertakenBy(undefined)
    try {
      await change.mutateAsync({
        changes: { [column]: given || null },
        seen: { [column]: seen || null },
        setting: title,
      })
      onClose()
    } catch (error) {
      const theirs = isChangedMeanwhile(error) ? await settings.refetch() : null
      if (theirs?.isSuccess) {
        setSeen(theirs.data?.[column] ?? '')
        setOvertakenBy(messageOf(error))
      } else setProblem(messageOf(error))
    }
  }
  return (
    <Dialog
      open
      aria-labelledby={id}
      maxWidth="sm"
      fullWidth
      onClose={() => (isBusy ? undefined : onClose())}
    >
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        <Typography variant="body2" color="textSecondary">
          {help} PNG, JPEG, WebP, GIF or SVG.
        </Typography>
        <Box
          sx={{
            display: 'grid',
            placeItems: 'center',
            minHeight: 96,
            p: 2,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            backgroundColor: 'sidebar.background',
            color: 'sidebar.text',
          }}
        >
          {shown && shown === address && isPicture && shown !== missing ? (
            <Box
              component="img"
              src={shown}
              alt={`Preview of the ${kind}`}
              referrerPolicy="no-referrer"
              onError={() => setMissing(shown)}
              sx={kind === 'logo' ? { maxWidth: 250, maxHeight: 64 } : { width: 16, height: 16 }}
            />
          ) : (
            <Typography variant="body2">
              {shown !== '' && shown === missing
                ? 'There is no picture at this address.'
                : 'Nothing to preview'}
            </Typography>
          )}
        </Box>
        <Button
          component="label"
          variant="outlined"
          startIcon={<UploadIcon />}
          loading={isUploading}
          disabled={isBusy}
        >
          Upload a picture
          <Box
            component="input"
            type="file"
            accept="image/png,image/jpeg,image/webp,image/gif,image/svg+xml,image/x-icon"
            aria-label={`Upload a ${kind}`}
            onChange={(event: ChangeEvent<HTMLInputElement>) => void upload(event)}
            sx={{ position: 'absolute', inset: 0, opacity: 0, cursor: 'pointer' }}
          />
        </Button>
        <TextField
          label={`${title} URL`}
          value={address}
          disabled={isBusy}
          error={isWrong}
          helperText={
            isWrong
              ? 'Must be a valid URL. It begins with https://'
              : elsewhere.test(given)
                ? 'Readers load it from there; whoever runs that server sees their addresses.'
                : 'Upload a picture, or give the address of one.'
          }
          onChange={(event) => setAddress(event.target.value)}
          slotProps={{ htmlInput: { inputMode: 'url', spellCheck: false, maxLength: 4000 } }}
        />
        {overtakenBy ? (
          <Overtaken
            said={overtakenBy}
            onTakeTheirs={() => {
              setAddress(seen)
              setOvertakenBy(undefined)
            }}
          >
            {seen ? (
              <>
                <Box
                  component="img"
                  src={seen}
                  alt={`Their ${kind}`}
                  referrerPolicy="no-referrer"
                  sx={{ display: 'block', maxWidth: 160, maxHeight: 48 }}
                />
                {uploaded.test(seen) ? null : seen}
              </>
            ) : (
              'None'
            )}
          </Overtaken>
        ) : null}
        {problem ? <FormError>{problem}</FormError> : null}
      </DialogContent>
      <DialogActions>
        <Button
          color="inherit"
          disabled={isBusy || given === ''}
          onClick={() => setAddress('')}
          sx={{ mr: 'auto' }}
        >
          Remove
        </Button>
        <Button color="inherit" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="contained"
          loading={change.isPending}
          disabled={isBusy || isWrong || given === seen}
          onClick={() => void save()}
        >
          Save
        </Button>
      </DialogActions>
    </Dialog>
  )
}
