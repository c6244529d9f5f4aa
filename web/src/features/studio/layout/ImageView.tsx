import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { useRead } from '../../../shared/data/read.ts'
import { download } from '../../../shared/ui/download.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { readContent } from '../content.ts'
import { isImage, nameOf, type StudioFile } from '../model.ts'
import { useReplace } from '../tree/use-replace.tsx'

interface Props {
  projectId: number
  branchSlug: string
  file: StudioFile
  readOnly: boolean
}

/** A file that is no text: an image is shown, anything else can be downloaded. */
export function ImageView({ projectId, branchSlug, file, readOnly }: Props) {
  const query = useRead({
    key: ['studio-content', { id: file.id, epoch: file.epoch, hash: file.hash }],
    read: () => readContent(projectId, branchSlug, file),
  })
  const address = useObjectUrl(query.data)
  const replace = useReplace()
  if (query.isPending) return <Spinner />
  if (!query.data) return <ReadFault error={query.error} onRetry={() => void query.refetch()} />
  const content = query.data
  return (
    <Box
      sx={{ flex: 1, minHeight: 0, overflow: 'auto', display: 'grid', placeItems: 'center', p: 3, gap: 2 }}
    >
      {isImage(file.path) && address ? (
        <Box
          component="img"
          src={address}
          alt={nameOf(file.path)}
          sx={{ maxWidth: '100%', maxHeight: '70vh', border: 1, borderColor: 'divider', borderRadius: 1 }}
        />
      ) : (
        <Typography color="textSecondary">This file is not text.</Typography>
      )}
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
        <Typography variant="body2" color="textSecondary">
          {Math.max(1, Math.round(content.size / 1024)).toLocaleString('en')} KB
        </Typography>
        <Button size="small" variant="outlined" onClick={() => download(nameOf(file.path), content)}>
          Download
        </Button>
        {readOnly || file.kind === 'text' ? null : (
          <Button size="small" variant="outlined" loading={replace.isBusy} onClick={() => replace.ask(file)}>
            Replace…
          </Button>
        )}
        {replace.field}
      </Box>
    </Box>
  )
}

function useObjectUrl(blob: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return address
}
