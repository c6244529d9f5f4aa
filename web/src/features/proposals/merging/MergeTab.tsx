import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useController, useForm, useWatch } from 'react-hook-form'
import { isVersion, nextVersion } from '../../../shared/data/versions.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { levelOrder, type Proposal, type ProposalPage } from '../model.ts'
import { Dispute } from './Dispute.tsx'
import { type Choice, type Merging, useMerge, useMerging } from './queries.ts'

/** What both sides changed, which of them holds, and the merge itself. */
export function MergeTab({ page, proposal }: { page: ProposalPage; proposal: Proposal }) {
  const read = useMerging(proposal)
  if (proposal.status === 'merging')
    return (
      <Box role="status" sx={{ display: 'grid', gap: 1 }}>
        <Typography>It is being merged: the files are put together and analysed.</Typography>
        <LinearProgress aria-label="Merging" />
      </Box>
    )
  if (proposal.status !== 'open')
    return <Typography>{proposal.status === 'merged' ? 'It is merged.' : 'It was closed.'}</Typography>
  if (page.project.type !== 'web') return <Elsewhere page={page} proposal={proposal} />
  if (read.isPending) return <Spinner label="Looking at both sides" />
  if (!read.data) return <ReadFault error={read.error} onRetry={() => void read.refetch()} />
  const { content_hash: content, baseline_content_hash: baseline } = read.data
  // Other contents are other conflicts: what was chosen before is not theirs.
  return <Form key={`${content} ${baseline}`} proposal={proposal} merging={read.data} />
}

function Elsewhere({ page, proposal }: { page: ProposalPage; proposal: Proposal }) {
  const {
    branch_name: branch,
    baseline_name: baseline,
    pull_request: number,
    pull_request_page: host,
  } = proposal
  const isGit = page.project.type === 'vcs'
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Typography>
        {isGit
          ? `The content of this project comes from Git: ${branch} is merged into ${baseline} at the Git host, by a pull request. The host hears by a status of the commit whether the checks have passed; the proposal is merged as soon as the pull request is, or ${baseline} has the same content.`
          : `The content of this project is pushed by scripts: push it to ${baseline}. The proposal is merged as soon as ${baseline} has the same content.`}
      </Typography>
      {isGit && host !== null ? (
        <Box>
          <Button component="a" href={host} target="_blank" rel="noreferrer noopener" variant="contained">
            {number === null ? 'Begin a pull request' : `Open pull request ${number}`}
          </Button>
        </Box>
      ) : null}
    </Box>
  )
}

function Form({ proposal, merging }: { proposal: Proposal; merging: Merging }) {
  const [choices, setChoices] = useState<Record<string, (Choice | undefined)[]>>({})
  const suggested = nextVersion(
    merging.last_version,
    levelOrder.find((level) => proposal[level] > 0) ?? null,
    null,
  )
  const form = useForm({ defaultValues: { releases: false, version: suggested } })
  const { control, formState } = form
  const { field: release } = useController({ control, name: 'releases' })
  const releases = release.value
  const version = useWatch({ control, name: 'version' })
  const { mutateAsync } = useMerge(proposal.id)
  const { content_hash: content, baseline_content_hash: baseline } = merging
  const decided = merging.files.reduce(
    (sum, { path, conflicts }) => sum + conflicts.filter((_one, index) => choices[path]?.[index]).length,
    0,
  )
  const isDecided = decided === merging.conflicts
  const isNamed = !releases || isVersion(version.trim())
  const choose = (path: string, index: number, choice: Choice) =>
    setChoices((before) => {
      const own = [...(before[path] ?? [])]
      own[index] = choice
      return { ...before, [path]: own }
    })
  const submit = useSubmit(form, {
    run: async (typed) => {
      if (content === null || baseline === null || !isDecided || !isNamed) return
      const made = Object.fromEntries(
        merging.files.map(({ path, conflicts }) => [
          path,
          conflicts.map((_one, index) => choices[path]?.[index] ?? 'ours'),
        ]),
      )
      const named = typed.releases ? typed.version.trim() : null
      await mutateAsync({ content, baseline, choices: made, version: named })
    },
    fields: releases ? ['version'] : [],
  })
  return (
    <Box
      component="form"
      noValidate
      aria-label="Merge"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}
    >
      {merging.problem ? (
        <Callout severity="error" title="The last merge failed">
          {merging.problem} Nothing was changed.
        </Callout>
      ) : null}
      {merging.reason ? (
        <Callout severity="warning" title="It cannot be merged yet">
          {merging.reason}
        </Callout>
      ) : null}
      {merging.is_current ? (
        <Typography role="status">
          {merging.conflicts === 0
            ? `Both sides fit together: ${merging.changed === 1 ? `one file of ${proposal.baseline_name} changes` : `${merging.changed} files of ${proposal.baseline_name} change`}.`
            : `${merging.conflicts === 1 ? 'One thing was' : `${merging.conflicts} things were`} changed on both sides. Say which holds (${decided} of ${merging.conflicts}); everything else fits together.`}
        </Typography>
      ) : null}
      {merging.files.map(({ path, conflicts }) => (
        <Box
          key={path}
          component="section"
          sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
        >
          <Typography variant="subtitle1" component="h2" sx={{ overflowWrap: 'anywhere' }}>
            {path}
          </Typography>
          {conflicts.map((conflict, index) => (
            <Dispute
              // biome-ignore lint/suspicious/noArrayIndexKey: their order is all that conflicts are known by.
              key={index}
              conflict={conflict}
              baseline={proposal.baseline_name}
              branch={proposal.branch_name}
              choice={choices[path]?.[index] ?? null}
              onChoose={(choice) => choose(path, index, choice)}
            />
          ))}
        </Box>
      ))}
      {merging.may_release ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 2 }}>
          <FormControlLabel
            control={<Checkbox checked={releases} onChange={release.onChange} />}
            label="Make it a release, with the changelog as its notes"
          />
          {releases ? (
            <FormTextField
              control={control}
              name="version"
              label="Version"
              problem={
                isNamed ? undefined : 'Write a version as 1.2.0, or 1.2.0-beta.1 for one that is tried first.'
              }
              slotProps={{ htmlInput: { maxLength: 100 } }}
              sx={{ width: 'auto' }}
            />
          ) : null}
        </Box>
      ) : null}
      <FormError>{formState.errors.root?.message}</FormError>
      <Box>
        <Button
          type="submit"
          variant="contained"
          loading={formState.isSubmitting}
          disabled={!merging.may_merge || !merging.is_current || !isDecided || !isNamed}
        >
          Merge into {proposal.baseline_name}
        </Button>
      </Box>
    </Box>
  )
}
