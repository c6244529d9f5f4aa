// Where a logo or favicon may be: one table for the dialog and for the database, which decides.

export const goodPictures = [
  'https://acme.example/logo.png',
  'HTTPS://Acme.example',
  'https://cdn.acme.example:8443/a/b.svg?v=2',
  'data:image/png;base64,iVBORw0KGgo=',
  'data:image/x-icon;base64,AAABAAEA',
  `/api/v1/workspaces/d2s6Nw/pictures/${'a'.repeat(64)}`,
]

export const badPictures = [
  'http://acme.example/logo.png',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload="x">',
  'data:image/avif;base64,AAAA',
  'data:image/png;base64,iVBO Rw0KGgo=',
  'data:IMAGE/png;base64,iVBORw0KGgo=',
  `data:image/png;base64,${'A'.repeat(4000)}`,
  'https://user:secret@acme.example/logo.png',
  'https://acme.example/"onerror="x',
  'https://acme.example/a b',
  'https://acme_.example./logo.png',
  '//acme.example/logo.png',
  '/api/v1/workspaces/d2s6Nw/pictures/../../users/me',
  '/logo.png',
  `https://acme.example/${'a'.repeat(4000)}`,
]

/** Refused too; one that was there before may stay. */
export const drawingInAddress = 'data:image/svg+xml;base64,PHN2Zy8+'
