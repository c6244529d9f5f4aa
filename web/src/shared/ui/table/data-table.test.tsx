import '../../testing/host.ts'
import '../../testing/table.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderAt } from '../../testing/render.tsx'
import { fakeServer } from '../../testing/server.ts'
import { DataTable, type DataTableProps } from './DataTable.tsx'

interface Fruit {
  id: string
  name: string
  price: number
}

const fruits: Fruit[] = [
  { id: 'b', name: 'Banana', price: 3 },
  { id: 'a', name: 'apple 10', price: 20 },
  { id: 'c', name: 'Apple 9', price: 100 },
]

const base: DataTableProps<Fruit> = {
  label: 'Fruits',
  rows: fruits,
  rowId: ({ id }) => id,
  columns: [
    { id: 'name', label: 'Name', text: ({ name }) => name, render: ({ name }) => name },
    {
      id: 'price',
      label: 'Price',
      text: ({ price }) => price,
      render: ({ price }) => `${price} ct`,
      wideOnly: true,
    },
    { id: 'note', label: 'Note', sortable: true, render: () => 'fresh' },
  ],
}

function show(props: Partial<DataTableProps<Fruit>> = {}, { wide = true } = {}) {
  fakeServer({})
  return renderAt('/', <DataTable {...base} {...props} />, { wide })
}

const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
const rowOf = (name: string) => screen.getByText(name).closest<HTMLElement>('[role="row"]') as HTMLElement
const header = (name: string) => screen.getByRole('columnheader', { name })

describe('the order', () => {
  it('is the given one, until a header is clicked', async () => {
    const { user } = show()
    await screen.findByText('Banana')
    expect(names()).toEqual(['Banana', 'apple 10', 'Apple 9'])
    await user.click(screen.getByText('Name'))
    expect(names()).toEqual(['Apple 9', 'apple 10', 'Banana'])
    expect(header('Name').getAttribute('aria-sort')).toBe('ascending')
  })

  it('turns around and never goes away', async () => {
    const { user } = show({ defaultOrder: { by: 'price', descending: false } })
    await screen.findByText('Banana')
    await user.click(screen.getByText('Price'))
    expect(names()).toEqual(['Apple 9', 'apple 10', 'Banana'])
    await user.click(screen.getByText('Price'))
    expect(names()).toEqual(['Banana', 'apple 10', 'Apple 9'])
    expect(header('Price').getAttribute('aria-sort')).toBe('ascending')
  })

  it('is not offered for a column that has nothing to compare', async () => {
    const { user } = show()
    await screen.findByText('Banana')
    await user.click(screen.getByText('Note'))
    expect(header('Note').getAttribute('aria-sort')).toBe('none')
  })

  it('is asked of the server where that sorts', async () => {
    const onOrderChange = vi.fn()
    const { user } = show({ order: { by: 'note', descending: false }, onOrderChange })
    await screen.findByText('Banana')
    await user.click(screen.getByText('Note'))
    expect(onOrderChange).toHaveBeenCalledWith({ by: 'note', descending: true })
    expect(names()).toEqual(['Banana', 'apple 10', 'Apple 9'])
  })
})

describe('the selection', () => {
  function Selecting({ onDelete }: { onDelete: (ids: string[]) => void }) {
    const [selected, setSelected] = useState(new Set<string>())
    return (
      <DataTable
        {...base}
        selected={selected}
        onSelectedChange={setSelected}
        isSelectable={({ id }) => id !== 'c'}
        bulkActions={[
          { label: 'Delete', destructive: true, onSelect: () => onDelete([...selected]) },
          { label: 'Move', disabledBecause: 'Only owners move fruits.', onSelect: () => onDelete(['moved']) },
        ]}
      />
    )
  }

  it('counts what is selected and offers what can be done with it', async () => {
    fakeServer({})
    const onDelete = vi.fn()
    const { user } = renderAt('/', <Selecting onDelete={onDelete} />)
    await user.click(
      within(rowOf((await screen.findByText('Banana')).textContent ?? '')).getByRole('checkbox'),
    )
    screen.getByText('1 item selected:')
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
    screen.getByText('2 items selected:')
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect(onDelete).toHaveBeenCalledExactlyOnceWith(['b', 'a'])
  })

  it.each([
    [500, 'Select all 500'],
    [1_234, 'Select the first 500 of 1,234'],
  ])('offers the rest of %i, as far as it can be changed at once', async (total, name) => {
    const onSelect = vi.fn()
    const selectRest = { total, most: 500, isBusy: false, onSelect }
    const selected = new Set(fruits.map(({ id }) => id))
    const { user } = show({ selected, onSelectedChange: vi.fn(), bulkActions: [], selectRest })
    await user.click(await screen.findByRole('button', { name }))
    expect(onSelect).toHaveBeenCalledOnce()
  })

  it('says why something cannot be done, and does not do it', async () => {
    fakeServer({})
    const onDelete = vi.fn()
    const { user } = renderAt('/', <Selecting onDelete={onDelete} />)
    await screen.findByText('Banana')
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
    await user.click(screen.getByRole('button', { name: 'Move' }))
    expect(onDelete).not.toHaveBeenCalled()
    await screen.findByRole('tooltip', { name: 'Only owners move fruits.' })
    await user.click(screen.getByRole('button', { name: 'Clear selection' }))
    expect(screen.queryByText(/selected:/)).toBeNull()
  })
})

describe('a row', () => {
  it('opens by click and by key', async () => {
    const onRowClick = vi.fn()
    const { user } = show({ onRowClick, activeRowId: 'b' })
    await user.click(await screen.findByText('Banana'))
    expect(onRowClick).toHaveBeenCalledExactlyOnceWith(fruits[0])
    await user.keyboard('{ArrowDown}{Enter}')
    expect(onRowClick).toHaveBeenLastCalledWith(fruits[1])
    expect(rowOf('Banana').getAttribute('aria-current')).toBe('true')
  })

  it('has a menu of its own, which does not open the row', async () => {
    const onRowClick = vi.fn()
    const onSelect = vi.fn()
    const { user } = show({
      onRowClick,
      rowActions: [
        { label: 'Peel', onSelect, hidden: ({ id }) => id !== 'b' },
        { label: 'Eat', onSelect, disabledBecause: ({ id }) => (id === 'b' ? 'Peel it first.' : null) },
      ],
    })
    await screen.findByText('Banana')
    await user.click(within(rowOf('Banana')).getByRole('button', { name: 'More actions' }))
    await user.click(screen.getByRole('menuitem', { name: /^Eat/ }))
    screen.getByText('Peel it first.')
    expect(onSelect).not.toHaveBeenCalled()
    await user.click(screen.getByRole('menuitem', { name: 'Peel' }))
    expect(onSelect).toHaveBeenCalledExactlyOnceWith(fruits[0])
    await user.click(within(rowOf('Apple 9')).getByRole('button', { name: 'More actions' }))
    expect(screen.queryByRole('menuitem', { name: 'Peel' })).toBeNull()
    expect(onRowClick).not.toHaveBeenCalled()
  })

  it('unfolds, and folds again', async () => {
    const onRowClick = vi.fn()
    const { user } = show({
      onRowClick,
      expanded: ({ id, name }) => (id === 'c' ? null : <p>About {name}</p>),
    })
    await screen.findByText('Banana')
    expect(within(rowOf('Apple 9')).queryByRole('button')).toBeNull()
    await user.click(within(rowOf('Banana')).getByRole('button', { name: 'Expand' }))
    await screen.findByText('About Banana')
    await user.click(screen.getByText('About Banana'))
    await user.click(within(rowOf('Banana')).getByRole('button', { name: 'Collapse' }))
    expect(screen.queryByText('About Banana')).toBeNull()
    expect(onRowClick).not.toHaveBeenCalled()
  })

  it('keeps the keys that are typed into a field inside of it', async () => {
    const { user } = show({
      expanded: ({ name }) => <input aria-label={`Note on ${name}`} />,
      scrollToRowId: 'b',
    })
    const field = await screen.findByLabelText('Note on Banana')
    await user.click(field)
    await user.keyboard('a b{ArrowLeft}c')
    expect(field).toHaveProperty('value', 'a cb')
    expect(document.activeElement).toBe(field)
  })

  it('unfolds when the address asks for it, and stays folded once it is folded', async () => {
    const { user } = show({ expanded: ({ name }) => `About ${name}`, scrollToRowId: 'a' })
    await screen.findByText('About apple 10')
    await user.click(screen.getByRole('button', { name: 'Collapse' }))
    expect(screen.queryByText('About apple 10')).toBeNull()
  })
})

describe('a table without rows', () => {
  it('says that there is nothing', async () => {
    show({ rows: [] })
    await screen.findByText('Nothing to show...')
  })

  it('offers to reset filters that nothing matches', async () => {
    const onResetFilters = vi.fn()
    const { user } = show({ rows: [], isFiltered: true, onResetFilters })
    await screen.findByText('No items match your filters.')
    await user.click(screen.getByRole('button', { name: 'Reset Filters' }))
    expect(onResetFilters).toHaveBeenCalledOnce()
  })

  it('shows that rows are on their way', () => {
    show({ rows: [], isLoading: true })
    screen.getByRole('status', { name: 'Loading Fruits' })
    expect(screen.queryByText('Nothing to show...')).toBeNull()
  })

  it('says what went wrong and tries again', async () => {
    const onRetry = vi.fn()
    const { user } = show({ rows: [], error: 'The market is closed.', onRetry })
    expect(screen.getByRole('alert').textContent).toContain('The market is closed.')
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(onRetry).toHaveBeenCalledOnce()
  })
})

describe('on a small screen', () => {
  it('leaves out what only a wide one has room for', async () => {
    show({}, { wide: false })
    await screen.findByText('Banana')
    expect(screen.queryByRole('columnheader', { name: 'Price' })).toBeNull()
  })
})

it('asks once for more when its end comes into view', async () => {
  const onEndReached = vi.fn()
  show({ onEndReached })
  await screen.findByText('Banana')
  await waitFor(() => expect(onEndReached).toHaveBeenCalledOnce())
})
