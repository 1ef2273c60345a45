/** Every screen, in the order of the menu. A new feature adds its list here. */
import { accountScreens } from '../features/account/account.screens.ts';
import { auditScreens } from '../features/audit/audit.screens.ts';
import { checkoutScreens } from '../features/checkout/checkout.screens.ts';
import { contentScreens } from '../features/content/content.screens.ts';
import { customerScreens } from '../features/customers/customers.screens.ts';
import { homeScreens } from '../features/home/home.screens.ts';
import { orderImportScreens, productImportScreens } from '../features/imports/imports.screens.ts';
import { inventoryScreens } from '../features/inventory/inventory.screens.ts';
import { keyScreens } from '../features/keys/keys.screens.ts';
import { mediaScreens } from '../features/media/media.screens.ts';
import { orderScreens } from '../features/orders/orders.screens.ts';
import { productScreens } from '../features/products/products.screens.ts';
import { redirectScreens } from '../features/redirects/redirects.screens.ts';
import { requestScreens } from '../features/requests/requests.screens.ts';
import { settingsScreens } from '../features/settings/settings.screens.ts';
import { staffScreens } from '../features/staff/staff.screens.ts';
import { storefrontScreens } from '../features/storefront/storefront.screens.ts';
import { webhookScreens } from '../features/webhooks/webhooks.screens.ts';
import type { Screen } from '../session/screen.ts';

export const SCREENS: Screen[] = [
  ...homeScreens,
  ...orderScreens,
  ...orderImportScreens,
  ...customerScreens,
  ...checkoutScreens,
  ...productScreens,
  ...productImportScreens,
  ...inventoryScreens,
  ...contentScreens,
  ...mediaScreens,
  ...redirectScreens,
  ...keyScreens,
  ...storefrontScreens,
  ...webhookScreens,
  ...requestScreens,
  ...staffScreens,
  ...settingsScreens,
  ...auditScreens,
  ...accountScreens,
];
