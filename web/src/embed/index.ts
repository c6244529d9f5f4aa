// The script of <waymark-docs>: a small one that names the element. What it shows is loaded once an element is there.
import { WaymarkDocs } from './element.ts'

// Two versions of the script on one page: the first one holds.
if (!customElements.get('waymark-docs')) customElements.define('waymark-docs', WaymarkDocs)
