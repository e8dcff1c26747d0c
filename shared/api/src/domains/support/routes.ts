import { routes } from '../../kit/route.ts';

export const supportRoutes = routes({
  'POST /sms_mail_kf': { access: 'public' },
});
