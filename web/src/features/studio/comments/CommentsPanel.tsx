import AddCommentOutlined from '@mui/icons-material/AddCommentOutlined'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { paths } from '../../../shared/config/paths.ts'
import { useProjectPermissions } from '../../../shared/data/me.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import type { StudioBranch, StudioProject } from '../model.ts'
import { written } from '../palette/commands.ts'
import { grouped, matches, type Only } from './list.ts'
import { NewThread } from './NewThread.tsx'
import { ThreadCard } from './ThreadCard.tsx'
import type { Comments } from './use-comments.ts'

interface Props {
  project: StudioProject
  branch: StudioBranch
  comments: Comments
  /** The file in front, which comes first. */
  front: string | null
}

/** All threads of the working copy, by place. */
export function CommentsPanel({ project, branch, comments, front }: Props) {
  const { threads, places, draft, selected } = comments
  const { can } = useProjectPermissions(project.id)
  const [isResolved, setResolved] = useState(false)
  const [only, setOnly] = useState<Only>(null)
  const [text, setText] = useState('')
  const all = threads ?? []
  const open = all.filter((thread) => !thread.is_resolved)
  const listed = all.filter(
    (thread) => thread.id === selected || (thread.is_resolved === isResolved && matches(thread, only, text)),
  )
  const files = grouped(listed, places, (thread) => comments.fileOf(thread)?.path ?? thread.path, front)
  const mentioned = open.filter((thread) => thread.is_mentioned).length
  const toggle = (next: Only) => setOnly(only === next ? null : next)
  return (
    <Box
      component="section"
      aria-label="Comments"
      sx={{
        flex: 1,
        minHeight: 0,
        display: 'flex',
        flexDirection: 'column',
        backgroundColor: 'background.default',
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          px: 1.5,
          py: 0.75,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography component="h2" variant="subtitle1" sx={{ flex: 1, fontWeight: 600 }}>
          Comments
        </Typography>
        {comments.begin ? (
          <Button
            size="small"
            startIcon={<AddCommentOutlined />}
            onClick={comments.begin}
            title={`Comment on what you are at (${written('Mod+Alt+M')})`}
          >
            Comment
          </Button>
        ) : null}
        <IconButton size="small" aria-label="Close the comments" onClick={comments.close}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75, px: 1.5, py: 1 }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={isResolved}
          aria-label="Which threads are listed"
          onChange={(_event, next) => next !== null && setResolved(next)}
          sx={{ '& .MuiToggleButton-root': { py: 0, px: 1.25, textTransform: 'none' } }}
        >
          <ToggleButton value={false}>Open ({open.length})</ToggleButton>
          <ToggleButton value={true}>Resolved ({all.length - open.length})</ToggleButton>
        </ToggleButtonGroup>
        <OnlyChip label="Mine" isOn={only === 'mine'} onToggle={() => toggle('mine')} />
        <OnlyChip
          label={mentioned > 0 ? `Mentions (${mentioned})` : 'Mentions'}
          isOn={only === 'mentions'}
          onToggle={() => toggle('mentions')}
        />
        <TextField
          size="small"
          placeholder="Filter"
          value={text}
          onChange={(event) => setText(event.target.value)}
          slotProps={{ htmlInput: { 'aria-label': 'Filter the comments' } }}
          sx={{ flex: '1 1 100px', minWidth: 0 }}
        />
      </Box>
      <Box
        sx={{
          flex: 1,
          minHeight: 0,
          overflow: 'auto',
          position: 'relative',
          px: 1.5,
          pb: 2,
          display: 'grid',
          gap: 1.5,
          alignContent: 'start',
          gridTemplateColumns: 'minmax(0, 1fr)',
        }}
      >
        {draft ? (
          <NewThread
            key={`${draft.document.id} ${JSON.stringify(draft.target)}`}
            branchId={branch.id}
            draft={draft}
            onEnd={comments.endDraft}
          />
        ) : null}
        {comments.error ? <ReadFault error={comments.error} onRetry={comments.retry} /> : null}
        {files.map(({ path, threads: own }) => (
          <Box key={path} component="section" aria-label={path} sx={{ minWidth: 0 }}>
            <Typography
              component="h3"
              variant="caption"
              color="textSecondary"
              noWrap
              sx={{ display: 'block' }}
            >
              {path}
            </Typography>
            <Box
              component="ul"
              sx={{
                m: 0,
                p: 0,
                listStyle: 'none',
                display: 'grid',
                gap: 1,
                gridTemplateColumns: 'minmax(0, 1fr)',
              }}
            >
              {own.map((thread) => (
                <ThreadCard
                  key={thread.id}
                  branchId={branch.id}
                  thread={thread}
                  place={places.get(thread.id)}
                  hasFile={comments.fileOf(thread) !== undefined}
                  isOpen={selected === thread.id}
                  mayModerate={can('project_update')}
                  link={`${window.location.origin}${paths.studio(project.slug, branch.slug, { comment: String(thread.id) })}`}
                  onShow={() => comments.show(thread)}
                  onFold={comments.fold}
                />
              ))}
            </Box>
          </Box>
        ))}
        {files.length === 0 && !draft && !comments.error ? (
          <Empty hasAny={all.length > 0} mayComment={comments.begin !== null} />
        ) : null}
      </Box>
    </Box>
  )
}

function OnlyChip({ label, isOn, onToggle }: { label: string; isOn: boolean; onToggle: () => void }) {
  return (
    <Chip
      size="small"
      label={label}
      color={isOn ? 'primary' : 'default'}
      variant={isOn ? 'filled' : 'outlined'}
      onClick={onToggle}
      aria-pressed={isOn}
    />
  )
}

function Empty({ hasAny, mayComment }: { hasAny: boolean; mayComment: boolean }) {
  return (
    <Box sx={{ py: 4, px: 2, display: 'grid', gap: 1, justifyItems: 'center', textAlign: 'center' }}>
      <Typography variant="subtitle2" component="p">
        {hasAny ? 'No comment is like that.' : 'Nobody has said anything yet.'}
      </Typography>
      {hasAny || !mayComment ? null : (
        <Typography variant="body2" color="textSecondary">
          Select something in the code, or open a part of the form, and press {written('Mod+Alt+M')}. An @
          mentions somebody, who gets a mail.
        </Typography>
      )}
    </Box>
  )
}
