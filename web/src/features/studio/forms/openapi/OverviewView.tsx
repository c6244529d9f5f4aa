import { keptTextCodec } from '../binding/codecs.ts'
import { isOas3 } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { FormSection } from '../fields/FormSection.tsx'
import { MarkdownField } from '../fields/MarkdownField.tsx'
import { Fields } from '../fields/style.ts'
import { TextField } from '../fields/TextField.tsx'
import { ExternalDocs } from './ExternalDocs.tsx'
import { SecurityRequirements } from './SecurityRequirements.tsx'
import { SecuritySchemes } from './SecuritySchemes.tsx'
import { HostFields, ServerList } from './Servers.tsx'
import { TagList } from './TagList.tsx'

/** What the description says of the API as a whole. */
export function OverviewView() {
  const { flavour } = useForm()
  return (
    <>
      <FormSection title="About">
        <Fields>
          <TextField path={['info', 'title']} label="Title" codec={keptTextCodec} isRequired isStrong />
          <TextField
            path={['info', 'version']}
            label="Version"
            codec={keptTextCodec}
            isRequired
            placeholder="1.0.0"
          />
          {flavour === 'oas31' ? (
            <TextField path={['info', 'summary']} label="Summary" placeholder="In one line" />
          ) : null}
          <MarkdownField path={['info', 'description']} />
          <TextField path={['info', 'termsOfService']} label="Terms of service" placeholder="https://" />
        </Fields>
      </FormSection>
      <FormSection title="Contact">
        <Fields>
          <TextField path={['info', 'contact', 'name']} label="Name" prune={1} />
          <TextField
            path={['info', 'contact', 'email']}
            label="E-mail"
            prune={1}
            placeholder="api@example.com"
          />
          <TextField path={['info', 'contact', 'url']} label="URL" prune={1} placeholder="https://" />
        </Fields>
      </FormSection>
      <FormSection title="Licence">
        <Fields>
          <TextField
            path={['info', 'license', 'name']}
            label="Name"
            prune={1}
            suggestions={[
              'Apache 2.0',
              'MIT',
              'BSD-3-Clause',
              'MPL-2.0',
              'GPL-3.0',
              'CC0-1.0',
              'Proprietary',
            ]}
          />
          {flavour === 'oas31' ? (
            <TextField
              path={['info', 'license', 'identifier']}
              label="SPDX identifier"
              prune={1}
              placeholder="Apache-2.0"
            />
          ) : null}
          <TextField path={['info', 'license', 'url']} label="URL" prune={1} placeholder="https://" />
        </Fields>
      </FormSection>
      {isOas3(flavour) ? <ServerList path={['servers']} /> : <HostFields />}
      <SecuritySchemes />
      <SecurityRequirements path={['security']} title="Security of all operations" />
      <TagList />
      <ExternalDocs path={['externalDocs']} />
    </>
  )
}
