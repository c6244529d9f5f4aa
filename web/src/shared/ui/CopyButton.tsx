import CheckIcon from '@mui/icons-material/Check'
import CopyIcon from '@mui/icons-material/ContentCopy'
import IconButton from '@mui/material/IconButton'
import { useEffect, useState } from 'react'

const confirmMs = 1500

/** Copies a text; says so for a moment. */
export function CopyButton({ text, label }: { text: string | (() => string); label: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), confirmMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(typeof text === 'function' ? text() : text)
    setCopied(true)
  }
  return (
    <IconButton size="small" onClick={() => void copy()} title={label} aria-label={copied ? 'Copied' : label}>
      {copied ? <CheckIcon fontSize="inherit" color="success" /> : <CopyIcon fontSize="inherit" />}
    </IconButton>
  )
}
