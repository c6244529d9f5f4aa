import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { useForm } from '../binding/form-context.tsx'

/** Adds something to a list; readers have none. */
export function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  const { source } = useForm()
  if (source.readOnly) return null
  return (
    <Button size="small" startIcon={<AddIcon />} onClick={onClick} sx={{ flex: 'none', py: 0.25 }}>
      {label}
    </Button>
  )
}
