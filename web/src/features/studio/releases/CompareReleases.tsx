import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useRead } from '../../../shared/data/read.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import type { TextFile } from '../language/protocol.ts'
import type { StudioBranch } from '../model.ts'
import type { Analysis } from '../preview/analysis-client.ts'
import { ComparedFiles } from '../versions/ComparedFiles.tsx'
import { releasedFiles } from './compare.ts'
import type { Release } from './queries.ts'

interface Props {
  projectId: number
  branch: StudioBranch
  branches: readonly { id: number; slug: string }[]
  /** The newest first. */
  releases: readonly Release[]
  analysis: Analysis
  /** The files of the branch that is open, as they are published now. */
  published: () => Promise<readonly TextFile[]>
  onBack: () => void
}

/** Stands for what is published now, beside the releases. */
const current = 0

/** Two releases beside each other, or one and what is published now. */
export function CompareReleases(props: Props) {
  const { projectId, branch, branches, releases, analysis, published, onBack } = props
  const [before, setBefore] = useState(releases[0]?.id ?? current)
  const [now, setNow] = useState(current)
  const nameOf = (id: number) =>
    releases.find((one) => one.id === id)?.version ?? `what is published in ${branch.name}`
  const query = useRead({
    key: ['studio-compare-releases', { projectId, branchId: branch.id, before, now }],
    read: async () => {
      const filesOf = async (id: number) => {
        const release = releases.find((one) => one.id === id)
        if (!release) return published()
        const slug = branches.find((one) => one.id === release.branch_id)?.slug
        return slug === undefined ? null : releasedFiles(projectId, slug, release)
      }
      const [then, since] = await Promise.all([filesOf(before), filesOf(now)])
      return then && since ? { before: then, now: since } : null
    },
    staleTime: 0,
  })
  const choice = (label: string, value: number, onChange: (id: number) => void) => (
    <TextField
      select
      label={label}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      sx={{ flex: 1, minWidth: 200 }}
    >
      <MenuItem value={current}>What is published in {branch.name}</MenuItem>
      {releases.map((release) => (
        <MenuItem key={release.id} value={release.id}>
          {release.version}
        </MenuItem>
      ))}
    </TextField>
  )
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, minHeight: 0, flex: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {choice('Before', before, setBefore)}
        {choice('After', now, setNow)}
      </Box>
      {query.isPending ? <Spinner /> : null}
      {query.isError ? <ReadFault error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data === null ? (
        <Typography color="textSecondary">
          The files of one of both are not kept any more, or are too many.
        </Typography>
      ) : null}
      {query.data ? (
        <ComparedFiles
          key={`${before} ${now}`}
          analysis={analysis}
          both={query.data}
          names={{ before: nameOf(before), now: nameOf(now) }}
        />
      ) : null}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button onClick={onBack} color="inherit">
          Back to the releases
        </Button>
      </Box>
    </Box>
  )
}
