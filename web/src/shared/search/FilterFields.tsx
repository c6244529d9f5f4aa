import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useSearchText } from '../ui/use-debounced.ts'
import type { PageFilters } from './filters.ts'
import { type ProjectOption, useProjectOptions, useProjectScope, useVersions } from './queries.ts'

interface Props {
  filters: PageFilters
  onFilters: (filters: PageFilters) => void
  /** Tags of what was found so far; others can be typed. */
  tags: readonly string[]
}

/** Project, version and tag that a search is narrowed to. */
export function FilterFields({ filters, onFilters, tags }: Props) {
  return (
    <Box
      role="group"
      aria-label="More filters"
      sx={{
        display: 'grid',
        gap: { xs: 1.5, sm: 1 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
      }}
    >
      <ProjectField
        slug={filters.project}
        // Another project has other versions.
        onChange={(project) => onFilters({ ...filters, project, version: undefined })}
      />
      <VersionField filters={filters} onChange={(version) => onFilters({ ...filters, version })} />
      <WordField
        label="Tag"
        value={filters.tag}
        options={tags}
        onChange={(tag) => onFilters({ ...filters, tag })}
      />
    </Box>
  )
}

function ProjectField({
  slug,
  onChange,
}: {
  slug: string | undefined
  onChange: (slug: string | undefined) => void
}) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const scope = useProjectScope(slug)
  const value: ProjectOption | null = slug === undefined ? null : (scope.data ?? { id: 0, slug, name: slug })
  const options = useProjectOptions(useSearchText(text === value?.name ? '' : text), open)
  return (
    <Autocomplete
      size="small"
      options={options.data ?? []}
      loading={options.isPending}
      filterOptions={(all) => all}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      value={value}
      onChange={(_event, chosen) => onChange(chosen?.slug)}
      inputValue={text}
      onInputChange={(_event, next) => setText(next)}
      getOptionKey={({ slug }) => slug}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(a, b) => a.slug === b.slug}
      renderInput={(params) => <TextField {...params} label="Project" />}
    />
  )
}

function VersionField({
  filters: { project, version },
  onChange,
}: {
  filters: PageFilters
  onChange: (slug: string | undefined) => void
}) {
  const scope = useProjectScope(project)
  const versions = useVersions(project === undefined ? undefined : scope.data?.id)
  return (
    <WordField
      label="Version"
      value={version}
      options={(versions.data ?? []).map(({ slug }) => slug)}
      onChange={onChange}
    />
  )
}

/** One word, chosen or typed. */
function WordField({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string | undefined
  options: readonly string[]
  onChange: (value: string | undefined) => void
}) {
  return (
    <Autocomplete
      size="small"
      freeSolo
      // What was typed counts as soon as the field is left.
      autoSelect
      options={options}
      value={value ?? null}
      onChange={(_event, chosen) => onChange(chosen?.trim() || undefined)}
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  )
}
