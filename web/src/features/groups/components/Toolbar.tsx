import { useCallback } from 'react'
import { TableToolbar } from '../../../shared/ui/table/TableToolbar.tsx'
import { flavorLabels, visibilityLabels } from '../model.ts'
import type { View } from '../use-view.ts'

// An empty value would show as none.
const unfiltered = 'any'

function optionsOf(all: string, labels: Record<string, string>) {
  return [
    { value: unfiltered, label: all },
    ...Object.entries(labels).map(([value, label]) => ({ value, label })),
  ]
}

const visibilities = optionsOf('Any visibility', visibilityLabels)
const types = optionsOf('Any type', flavorLabels)

/** Search and filters of the projects. */
export function Toolbar({ view: { filter, change } }: { view: View }) {
  const search = useCallback((text: string) => change({ search: text.trim() || null }), [change])
  return (
    <TableToolbar
      search={filter.search}
      onSearchChange={search}
      searchLabel="Search projects and groups"
      filters={[
        {
          id: 'visibility',
          label: 'Visibility',
          value: filter.visibility ?? unfiltered,
          options: visibilities,
          onChange: (visibility) => change({ visibility: visibility === unfiltered ? null : visibility }),
        },
        {
          id: 'type',
          label: 'Type',
          value: filter.flavor ?? unfiltered,
          options: types,
          onChange: (type) => change({ type: type === unfiltered ? null : type }),
        },
      ]}
    />
  )
}
