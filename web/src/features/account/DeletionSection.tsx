import { SITE_PATHS } from '@outharbor/contract/paths';
import { useNavigate } from 'react-router-dom';
import { DATA, DELETION, PROFILE } from '../../content/account-page.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { PasswordField } from '../auth/AccountFields.tsx';
import { signOutUser } from '../auth/accounts.ts';
import { readPassword } from '../auth/credentials.ts';
import { notify } from '../notifications/notify.ts';
import { AccountSection } from './AccountSection.tsx';
import { deleteAccount, exportAccount } from './account-api.ts';
import { FoldedForm } from './FoldedForm.tsx';
import { reauthenticate } from './profile.ts';
import { useAction } from './use-action.ts';
import { useProfileForm } from './use-profile-form.ts';

export function DataSection({ uid }: { readonly uid: string }) {
  const { busy, run } = useAction();
  return (
    <AccountSection title={DATA.title}>
      <p>{DATA.text}</p>
      <BusyButton tone="quiet" busy={busy === 'export'} onClick={run('export', () => download(uid))}>
        {DATA.export}
      </BusyButton>
    </AccountSection>
  );
}

export function DeletionSection({ uid }: { readonly uid: string }) {
  const navigate = useNavigate();
  const form = useProfileForm({
    read: readPassword,
    send: async ({ password }) => {
      await reauthenticate(password);
      await deleteAccount(uid);
    },
    onSent: async () => {
      notify.success(DELETION.deleted);
      navigate(SITE_PATHS.pricing);
      await signOutUser();
    },
  });
  return (
    <AccountSection title={DELETION.title} destructive>
      <p>{DELETION.text}</p>
      <div className="folded-forms">
        <FoldedForm name="deletion" title={DELETION.unfold} form={form} send={DELETION.delete} tone="danger">
          <PasswordField label={PROFILE.currentPassword} autoComplete="current-password" hint={form.hint} />
        </FoldedForm>
      </div>
    </AccountSection>
  );
}

async function download(uid: string): Promise<void> {
  const text = JSON.stringify(await exportAccount(uid), undefined, 2);
  const href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href, download: 'my-data.json' }).click();
  URL.revokeObjectURL(href);
}
