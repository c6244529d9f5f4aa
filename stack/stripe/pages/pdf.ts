// An invoice as a file: one page of text, written by hand in the simplest PDF there is (ISO 32000-1, 7.5).
import { money } from '../money/draft.ts'
import type { Invoice } from '../state/model.ts'

const MOST_LINES = 40

/** The file. Letters outside Latin-1 become question marks. */
export function invoicePdf(invoice: Invoice): Buffer {
  const sum = (cents: number) => money(cents, invoice.currency)
  const lines = [
    `Invoice ${invoice.number ?? ''}`,
    'Test payments: no money moves.',
    '',
    `Date: ${new Date(invoice.created * 1_000).toISOString().slice(0, 10)}`,
    `To: ${invoice.customer_name ?? invoice.customer_email ?? invoice.customer}`,
    `Status: ${invoice.status ?? 'draft'}`,
    '',
    ...invoice.lines.data.map((line) => `${line.description ?? ''}   ${sum(line.amount)}`),
    '',
    `Subtotal: ${sum(invoice.subtotal)}`,
    `Total: ${sum(invoice.total)}`,
    `Amount due: ${sum(invoice.amount_due)}`,
  ]
  const text = lines
    .slice(0, MOST_LINES)
    .map((line) => `(${escaped(line)}) Tj T*`)
    .join('\n')
  const stream = `BT /F1 11 Tf 56 780 Td 18 TL\n${text}\nET`
  return file([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(stream, 'latin1')} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ])
}

function file(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const start = text.length
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

function escaped(line: string): string {
  return line.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '?').replaceAll(/[\\()]/g, '\\$&')
}
