import ContentPasteOutlined from '@mui/icons-material/ContentPasteOutlined'
import InsertDriveFileOutlined from '@mui/icons-material/InsertDriveFileOutlined'
import RocketLaunchOutlined from '@mui/icons-material/RocketLaunchOutlined'
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import CardActionArea from '@mui/material/CardActionArea'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useRef, useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { filesOfList } from '../../../shared/import-files/dropped.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { useToast } from '../../../shared/ui/toast.ts'
import type { StudioProject } from '../model.ts'
import { useCreateFiles } from '../queries.ts'
import { pathFor, templateFor, templates } from '../tree/templates.ts'
import { uploadFiles } from '../tree/upload-files.ts'
import { useBring } from '../tree/use-bring.ts'

interface Props {
  project: StudioProject
  branchId: number
  onOpen: (id: string) => void
  /** Asks for a file, from whichever template. */
  onCreating: () => void
}

/** The first use: a project in which there is nothing yet, and four ways to begin. */
export function EmptyProject({ project, branchId, onOpen, onCreating }: Props) {
  const [isPasting, setPasting] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const toast = useToast()
  const create = useCreateFiles(branchId)
  const { bring, isBusy } = useBring({ project, branchId, files: [], onOpen })
  const make = async (files: Parameters<typeof create.mutateAsync>[0]) => {
    const [made] = await create.mutateAsync(files)
    if (made) onOpen(made.id)
  }
  const fail = (error: unknown) => toast.error(messageOf(error))
  const isGuide = project.flavor === 'style_guide'
  const template = templates.find(({ id }) => id === templateFor(project.flavor))
  const ways = [
    {
      Icon: RocketLaunchOutlined,
      title: 'Start with a template',
      text: isGuide
        ? 'A Spectral ruleset with one rule, to be changed as you like.'
        : 'An OpenAPI 3.1 description with one operation, to be changed as you like.',
      run: () =>
        template && void make([{ path: template.path, text: template.text(project.name) }]).catch(fail),
    },
    {
      Icon: UploadFileOutlined,
      title: 'Import files',
      text: 'OpenAPI or Swagger, a Postman collection, models, articles and images, or a .zip of them.',
      run: () => input.current?.click(),
    },
    {
      Icon: ContentPasteOutlined,
      title: 'Paste a description',
      text: 'What you have in your clipboard, as JSON or YAML.',
      run: () => setPasting(true),
    },
    {
      Icon: InsertDriveFileOutlined,
      title: 'Start blank',
      text: 'A file of your choice: an API, a model, an article, or just text.',
      run: onCreating,
    },
  ]
  return (
    <Box sx={{ flex: 1, overflow: 'auto', display: 'grid', placeItems: 'center', p: 3 }}>
      <Box sx={{ maxWidth: 720, display: 'grid', gap: 3 }}>
        <Box sx={{ textAlign: 'center', display: 'grid', gap: 1 }}>
          <Typography variant="h1">Design {project.name}</Typography>
          <Typography color="textSecondary">
            Write in forms or in code, alone or together: everything is saved as you type. Readers see it once
            you {project.type === 'vcs' ? 'commit' : 'publish'}.
          </Typography>
        </Box>
        <Box sx={{ display: 'grid', gridTemplateColumns: { md: '1fr 1fr' }, gap: 2 }}>
          {ways.map(({ Icon, title, text, run }) => (
            <Card key={title}>
              <CardActionArea
                onClick={run}
                disabled={create.isPending || isBusy}
                sx={{ p: 2.5, height: '100%', display: 'flex', gap: 2, alignItems: 'flex-start' }}
              >
                <Icon aria-hidden color="primary" />
                <Box sx={{ flex: 1 }}>
                  <Typography variant="h3" component="h2">
                    {title}
                  </Typography>
                  <Typography variant="body2" color="textSecondary">
                    {text}
                  </Typography>
                </Box>
              </CardActionArea>
            </Card>
          ))}
        </Box>
      </Box>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to import"
        onChange={({ target }) => {
          const chosen = filesOfList(target.files ?? [])
          target.value = ''
          void bring(chosen)
        }}
      />
      {isPasting ? (
        <PasteDialog
          onPaste={async (text) => {
            const pasted = [{ path: pathFor(text), content: new Blob([text]) }]
            await make(await uploadFiles(pasted, '', new Set(), project.workspace_id))
          }}
          onClose={() => setPasting(false)}
        />
      ) : null}
    </Box>
  )
}

interface PasteProps {
  onPaste: (text: string) => Promise<unknown>
  onClose: () => void
}

function PasteDialog({ onPaste, onClose }: PasteProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await onPaste(text.replaceAll('\r\n', '\n'))
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>Paste a description</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <TextField
          label="Text"
          value={text}
          onChange={(event) => setText(event.target.value)}
          multiline
          minRows={10}
          maxRows={18}
          autoFocus
          sx={{ mt: 1 }}
          slotProps={{ htmlInput: { spellCheck: false } }}
        />
        <FormError>{problem}</FormError>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} color="inherit">
          Cancel
        </Button>
        <Button
          variant="contained"
          loading={isBusy}
          onClick={() => void submit()}
          disabled={text.trim() === ''}
        >
          Create the file
        </Button>
      </DialogActions>
    </Dialog>
  )
}
