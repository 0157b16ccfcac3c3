// The page where one logs in: what it says, in which language, and where it goes on.
const asked = new URLSearchParams(location.search);
const wanted = asked.get('next');
const next = wanted && /^\/(?!\/)[^\s\\]*$/.test(wanted) && !wanted.startsWith('/login') ? wanted : '/';

// as chosen in the console
const theme = localStorage.getItem('landfall.theme');
if (theme === 'light' || theme === 'dark') {
  document.documentElement.dataset.theme = theme;
}
const language = localStorage.getItem('landfall.language') ?? navigator.language;
const chinese = language.toLowerCase().startsWith('zh');
if (chinese) {
  document.documentElement.lang = 'zh-CN';
  document.querySelectorAll('[data-zh]').forEach((element) => {
    element.textContent = element.dataset.zh;
  });
}

function say(english, other) {
  const said = document.getElementById('said');
  said.textContent = chinese ? other : english;
  said.hidden = false;
}

if (asked.has('wait')) {
  const seconds = Number.parseInt(asked.get('wait'), 10) || 1;
  say(`Too many failed logins. Try again in ${seconds} s.`, `登录失败次数过多，请在 ${seconds} 秒后重试。`);
} else if (asked.has('error')) {
  say('That did not work: user or password is not right.', '登录失败：用户名或密码不正确。');
}

const field = document.getElementById('next');
field.value = next;
field.disabled = false;
// the part behind # never reaches the server; a redirect that has none of its own keeps it
document.getElementById('form').action = '/login' + location.hash;

// A link from elsewhere comes without the session's cookie, though one may be logged in. Asked from here, it is sent.
if (!asked.has('error') && !asked.has('out') && !asked.has('wait')) {
  fetch('/api/me', { headers: { 'X-Requested-With': 'login' } }).then((answer) => {
    if (answer.ok) {
      location.replace(next + (next.includes('#') ? '' : location.hash));
    }
  });
}
