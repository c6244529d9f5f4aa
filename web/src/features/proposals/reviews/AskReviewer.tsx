import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { usePermissions } from '../../../shared/data/me.ts'
import { useDebounced } from '../../../shared/ui/use-debounced.ts'
import type { Proposal } from '../model.ts'
import { useAskReviewer, usePeople, useTeams } from '../queries.ts'

interface Choice {
  key: string
  kind: 'People' | 'Teams'
  id: number
  name: string
}

/** Asks a person or a team for a review, as one is picked. */
export function AskReviewer({ proposal }: { proposal: Proposal }) {
  const [text, setText] = useState('')
  const [isRequired, setRequired] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const { can } = usePermissions()
  const search = useDebounced(text, 150)
  const people = usePeople(proposal.id, isOpen ? search : null)
  const teams = useTeams(isOpen && can('WorkspaceTeamsView'))
  const ask = useAskReviewer(proposal.id)
  const wanted = text.trim().toLowerCase()
  const isAsked = (kind: Choice['kind'], id: number) =>
    proposal.reviewers.some((one) => (kind === 'People' ? one.user_id : one.team_id) === id)
  const choices: Choice[] = [
    ...(people.data ?? [])
      .filter(({ user_id }) => user_id !== proposal.author?.user_id)
      .map(
        ({ user_id: id, display_name: name }): Choice => ({ key: `person ${id}`, kind: 'People', id, name }),
      ),
    ...(teams.data ?? [])
      .filter(({ name }) => name.toLowerCase().includes(wanted))
      .map(({ id, name }): Choice => ({ key: `team ${id}`, kind: 'Teams', id, name })),
  ].filter(({ kind, id }) => !isAsked(kind, id))
  return (
    <Box>
      <Autocomplete<Choice>
        size="small"
        options={choices}
        value={null}
        inputValue={text}
        blurOnSelect
        open={isOpen}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        loading={people.isFetching}
        filterOptions={(found) => found}
        groupBy={({ kind }) => kind}
        getOptionLabel={({ name }) => name}
        getOptionKey={({ key }) => key}
        noOptionsText="Nobody found"
        onInputChange={(_event, next, reason) => setText(reason === 'input' ? next : '')}
        onChange={(_event, chosen) =>
          chosen &&
          ask.mutate({
            userId: chosen.kind === 'People' ? chosen.id : null,
            teamId: chosen.kind === 'Teams' ? chosen.id : null,
            isRequired,
          })
        }
        renderInput={(params) => <TextField {...params} label="Ask for a review" />}
      />
      <FormControlLabel
        control={
          <Checkbox
            size="small"
            checked={isRequired}
            onChange={(event) => setRequired(event.target.checked)}
          />
        }
        label="Their approval is required"
        slotProps={{ typography: { variant: 'body2' } }}
      />
    </Box>
  )
}
